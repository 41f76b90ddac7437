//! Accesses to tools' functions that bypass `global`, as far as the text of the code shows them.
//!
//! The code is read as an interpreter would, with values that are known for certain or may be: the window and what
//! leads to it, members of it by their paths, constant texts, enums, object literals and functions of the code, which
//! methods of lists and promises call as well. Names are
//! resolved by their scopes, so that `let window` in one block hides nothing in another. What a name may hold is
//! collected from every place that binds or assigns it, whatever the order in which they run; the code is read again
//! until nothing new is found.
//!
//! Values that are computed from others, read from the page, or evaluated from a text that is no constant are not
//! seen: code shares a realm with the page, and no look at its text closes that.

mod bind;
mod builtin;
mod call;
mod class;
mod classes;
mod code;
mod constructor;
mod dom;
mod text;
mod texts;
mod uncalled;
mod value;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use oxc_ast::ast::{
    ArrayExpression, ArrayExpressionElement, ArrowFunctionBody, ArrowFunctionExpression, AssignmentOperator,
    AssignmentTarget, BinaryOperator, CatchClause, Class, Expression, ForInStatement, ForOfStatement,
    Function, FunctionType, IdentifierReference, IfStatement, MemberExpression, ObjectExpression,
    ObjectPropertyKind, PropertyKey, PropertyKind, ReturnStatement, Statement, SwitchCase, TSEnumDeclaration,
    TemplateElement, TemplateLiteral, ThrowStatement, UnaryOperator, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{ScopeFlags, Scoping, SymbolId};
use oxc_span::{GetSpan as _, Span};

use self::classes::Classes;
use self::constructor::constructor_of;
use self::texts::{Budget, Texts};
use self::value::{Object, TextKind, Value, Values};
use crate::constant::{self, Constant, MemberValues};

/// Accesses of one text that are kept.
const MOST: usize = 1_000;
/// Times that the code is read at most.
const PASSES: usize = 12;
/// Elements of a list literal whose places are known.
const POSITIONS: usize = 16;

/// A path from the window, and where it is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GlobalAccess {
    /// Its members with dots between them, without the window and the page's own `global`.
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// Result of a search.
#[derive(Debug, Default)]
pub(crate) struct Accesses {
    pub(crate) found: Vec<GlobalAccess>,
    /// The aliases in the code could not be followed to their end.
    pub(crate) incomplete: bool,
}

/// The functions of the tools called `names` that a function with this body reaches on the page.
pub(crate) fn find(body: &[Statement<'_>], scoping: &Scoping, names: &BTreeSet<String>) -> Accesses {
    if names.is_empty() {
        return Accesses::default();
    }
    let mut search = BypassSearch::new(scoping, names);
    let mut texts = Budget::default();
    for _ in 0..PASSES {
        search.pass(body);
        search.flow.changed |= search.run_texts(&mut texts);
        if !search.flow.changed {
            break;
        }
    }
    let mut found = search.reached.found;
    found.sort_by_key(|access| (access.span.start, access.span.end));
    Accesses { found, incomplete: search.flow.changed || texts.is_spent() }
}

/// Value of `this`.
#[derive(Debug, Clone, Copy, PartialEq)]
enum This {
    /// The window, as in a function that is called plainly.
    Window,
    /// An object of the code's own, unless the function is called with another.
    Own,
    /// The class that begins at this byte, unless the function is called with another object.
    Class(u32),
    /// An object of that class, unless the function is called with another.
    Instance(u32),
}

/// Values that reach the parts of the code.
#[derive(Default)]
struct Flow {
    /// Values that each name of the code may hold.
    known: HashMap<SymbolId, Values>,
    /// Arguments that each function may get.
    calls: HashMap<u32, Vec<Values>>,
    /// Values that each function may return.
    returns: HashMap<u32, Values>,
    /// Members of each class.
    classes: Classes,
    /// Values that the code may throw.
    thrown: Values,
    /// Constant texts that the code compares with others, as far as they may name a tool.
    compared: BTreeSet<String>,
    /// The object of the member that was looked at last, and the member's name.
    receiver: (Values, Option<String>),
    /// Values that the code returns.
    result: Values,
    /// Value of the last statement.
    last: Values,
    /// The present pass found more of them.
    changed: bool,
}

/// Accesses that the present pass found.
#[derive(Default)]
struct Reached {
    found: Vec<GlobalAccess>,
    seen: BTreeSet<(String, u32)>,
}

struct BypassSearch<'n> {
    scoping: &'n Scoping,
    names: &'n BTreeSet<String>,
    flow: Flow,
    /// A method is called with the window as `this`, or without any.
    this_is_window: bool,
    /// The functions around the present place.
    functions: Vec<u32>,
    this: Vec<This>,
    /// The expression about to be visited is a function whose `this` is known.
    direct: Option<This>,
    reached: Reached,
    /// Names of members that the code gives to objects of its own.
    own: BTreeSet<String>,
    texts: Texts,
}

impl<'n> BypassSearch<'n> {
    fn new(scoping: &'n Scoping, names: &'n BTreeSet<String>) -> Self {
        Self {
            scoping,
            names,
            flow: Flow::default(),
            this_is_window: false,
            functions: Vec::new(),
            this: vec![This::Window],
            direct: None,
            reached: Reached::default(),
            own: BTreeSet::new(),
            texts: Texts::default(),
        }
    }

    /// Reads the code once.
    fn pass(&mut self, body: &[Statement<'_>]) {
        self.flow.changed = false;
        self.reached = Reached::default();
        for statement in body {
            self.hand_tools(statement);
            self.flow.last = match statement {
                Statement::ExpressionStatement(it) => self.eval(&it.expression),
                _ => {
                    self.visit_statement(statement);
                    Values::default()
                }
            };
        }
    }
}

impl BypassSearch<'_> {
    /// Keeps the values that are functions of tools.
    fn reached(&mut self, values: &Values, span: Span) {
        for value in values.iter() {
            if let Value::Path(name) = value {
                self.reach(name, span);
            }
        }
    }

    fn reach(&mut self, name: &str, span: Span) {
        if !self.names.contains(name) {
            return;
        }
        // The first of each tool is kept however many there are of another.
        let Reached { found, seen } = &mut self.reached;
        let first = !found.iter().any(|access| access.name == name);
        if (first || found.len() < MOST) && seen.insert((name.to_owned(), span.start)) {
            found.push(GlobalAccess { name: name.to_owned(), span });
        }
    }

    fn symbol(&self, it: &IdentifierReference<'_>) -> Option<SymbolId> {
        let symbol = self.scoping.get_reference(it.reference_id.get()?).symbol_id()?;
        // The function that is put around the code is none of its names.
        (self.scoping.symbol_scope_id(symbol) != self.scoping.root_scope_id()).then_some(symbol)
    }

    fn name(&mut self, it: &IdentifierReference<'_>) -> Values {
        match self.symbol(it) {
            Some(symbol) => self.flow.known.get(&symbol).cloned().unwrap_or_default(),
            None => {
                let values = Values::of_name(it.name.as_str());
                self.reached(&values, it.span);
                values
            }
        }
    }

    /// Values that an expression may have. Each part of it is visited once.
    fn eval(&mut self, it: &Expression<'_>) -> Values {
        match it {
            Expression::Identifier(it) => self.name(it),
            Expression::ThisExpression(_) => self.this(),
            Expression::StringLiteral(it) => self.literal(it.span, it.value.as_str()),
            // As a key it is a text.
            Expression::NumericLiteral(it) => Values::text(it.value.to_string()),
            Expression::ParenthesizedExpression(it) => self.eval(&it.expression),
            Expression::TSAsExpression(it) => self.eval(&it.expression),
            Expression::TSSatisfiesExpression(it) => self.eval(&it.expression),
            Expression::TSNonNullExpression(it) => self.eval(&it.expression),
            Expression::TSTypeAssertion(it) => self.eval(&it.expression),
            Expression::TSInstantiationExpression(it) => self.eval(&it.expression),
            Expression::AwaitExpression(it) => self.eval(&it.argument),
            Expression::ChainExpression(it) => self.chain(&it.expression),
            Expression::CallExpression(it) => self.call(it),
            Expression::NewExpression(it) => self.new_object(it),
            Expression::TaggedTemplateExpression(it) => self.tagged(it),
            Expression::ClassExpression(it) => self.class(it),
            Expression::Super(_) => self.parent(),
            Expression::FunctionExpression(it) => {
                self.visit_function(it, ScopeFlags::Function);
                Values::one(Value::Function(it.span.start))
            }
            Expression::ArrowFunctionExpression(it) => {
                self.visit_arrow_function_expression(it);
                Values::one(Value::Function(it.span.start))
            }
            _ => self.compound(it),
        }
    }

    fn compound(&mut self, it: &Expression<'_>) -> Values {
        match it {
            Expression::TemplateLiteral(it) => self.template(it),
            Expression::BinaryExpression(it) => {
                if it.operator.is_equality() {
                    self.tested(&it.left);
                    self.tested(&it.right);
                    self.compared_with(&it.left);
                    self.compared_with(&it.right);
                    return Values::default();
                }
                let (left, right) = (self.eval(&it.left), self.eval(&it.right));
                if it.operator == BinaryOperator::Addition { left.joined(&right) } else { Values::default() }
            }
            Expression::SequenceExpression(it) => {
                let mut last = Values::default();
                for one in &it.expressions {
                    last = self.eval(one);
                }
                last
            }
            Expression::ConditionalExpression(it) => {
                self.tested(&it.test);
                self.eval(&it.consequent).or(&self.eval(&it.alternate))
            }
            Expression::LogicalExpression(it) => self.eval(&it.left).or(&self.eval(&it.right)),
            Expression::AssignmentExpression(it) => {
                let mut values = self.eval(&it.right);
                if it.operator == AssignmentOperator::Addition
                    && let AssignmentTarget::AssignmentTargetIdentifier(left) = &it.left
                    && let Some(symbol) = self.symbol(left)
                {
                    values = self.flow.known.get(&symbol).cloned().unwrap_or_default().joined(&values);
                }
                self.assign(&it.left, &values);
                values
            }
            Expression::UnaryExpression(it)
                if matches!(it.operator, UnaryOperator::Typeof | UnaryOperator::LogicalNot) =>
            {
                self.tested(&it.argument);
                Values::default()
            }
            Expression::ImportExpression(it) => {
                let values = self.eval(&it.source);
                self.code_in(&values, it.span, TextKind::Url);
                Values::default()
            }
            Expression::ArrayExpression(it) => self.array(it),
            Expression::ObjectExpression(it) => self.object(it),
            _ => match it.as_member_expression() {
                Some(member) => self.member(member),
                None => {
                    walk::walk_expression(self, it);
                    Values::default()
                }
            },
        }
    }

    fn literal(&mut self, span: Span, text: &str) -> Values {
        Values::one(Value::Text(self.texts.literal(span.start, text)))
    }

    fn template(&mut self, it: &TemplateLiteral<'_>) -> Values {
        let cooked =
            |quasi: &TemplateElement<'_>| quasi.value.cooked.as_ref().map(|text| text.as_str().to_owned());
        if let ([quasi], []) = (it.quasis.as_slice(), it.expressions.as_slice()) {
            return cooked(quasi).map(|text| self.literal(it.span, &text)).unwrap_or_default();
        }
        let mut text = Values::text("");
        for (index, quasi) in it.quasis.iter().enumerate() {
            text = cooked(quasi).map(|more| text.joined(&Values::text(more))).unwrap_or_default();
            if let Some(hole) = it.expressions.get(index) {
                text = text.joined(&self.eval(hole));
            }
        }
        text
    }

    fn array(&mut self, it: &ArrayExpression<'_>) -> Values {
        let mut object = Object::default();
        let mut ordered = it.elements.len() <= POSITIONS;
        for (index, element) in it.elements.iter().enumerate() {
            match element {
                ArrayExpressionElement::SpreadElement(it) => {
                    let values = self.eval(&it.argument);
                    object.others.add(&self.element_of(&values));
                    ordered = false;
                }
                _ => {
                    let Some(element) = element.as_expression() else { continue };
                    let values = self.eval(element);
                    if ordered {
                        object.named.push((index.to_string(), values));
                    } else {
                        object.others.add(&values);
                    }
                }
            }
        }
        Values::object(object)
    }

    fn this(&self) -> Values {
        let own = match self.this.last() {
            Some(This::Class(class)) => Values::one(Value::Class(*class)),
            Some(This::Instance(class)) => Values::one(Value::Instance(*class)),
            Some(This::Own) => Values::default(),
            Some(This::Window) | None if self.functions.is_empty() => return Values::one(Value::Window),
            Some(This::Window) | None => return Values::one(Value::This),
        };
        if self.this_is_window { own.or(&Values::one(Value::This)) } else { own }
    }

    fn object(&mut self, it: &ObjectExpression<'_>) -> Values {
        let mut object = Object::default();
        for property in &it.properties {
            match property {
                ObjectPropertyKind::SpreadProperty(it) => {
                    let values = self.eval(&it.argument);
                    object.spread.add(&values);
                }
                ObjectPropertyKind::ObjectProperty(it) => {
                    let name = self.key(&it.key, it.computed);
                    self.own.extend(name.clone());
                    // A function that is a member is called with the object.
                    self.direct = Some(This::Own);
                    let values = self.eval(&it.value);
                    self.direct = None;
                    match name {
                        Some(name) if name == "__proto__" && !it.method => {
                            object.spread.add(&values);
                        }
                        Some(name) if it.kind == PropertyKind::Init => object.named.push((name, values)),
                        _ => {
                            object.others.add(&values);
                        }
                    }
                }
            }
        }
        Values::object(object)
    }

    /// The name of a key, whose expression is looked at.
    fn key(&mut self, key: &PropertyKey<'_>, computed: bool) -> Option<String> {
        match key {
            PropertyKey::StaticIdentifier(it) if !computed => Some(it.name.as_str().to_owned()),
            PropertyKey::PrivateIdentifier(it) => Some(format!("#{}", it.name)),
            _ => {
                let values = key.as_expression().map(|key| self.eval(key))?;
                values.only_text().map(str::to_owned)
            }
        }
    }

    fn member(&mut self, it: &MemberExpression<'_>) -> Values {
        let object = self.eval(it.object());
        let name = match it {
            MemberExpression::StaticMemberExpression(it) => Some(it.property.name.as_str().to_owned()),
            MemberExpression::ComputedMemberExpression(it) => {
                let mut texts = self.eval(&it.expression).texts();
                if texts.len() > 1 {
                    let values = self.any_of(&object, &texts);
                    self.reached(&values, it.span);
                    self.flow.receiver = (object, None);
                    return values;
                }
                texts.pop().map(|text| text.to_string())
            }
            MemberExpression::PrivateFieldExpression(it) => Some(format!("#{}", it.field.name)),
        };
        let mut values = match &name {
            Some(name) => self.member_of(&object, name),
            None => self.element_of(&object),
        };
        if name.as_deref() == Some("constructor") {
            values.add(&constructor_of(Some(it.object()), &object));
        }
        self.reached(&values, it.span());
        if let Some(name) = &name {
            self.registered(&object, name, it.span());
        }
        self.flow.receiver = (object, name);
        values
    }

    /// The members of these names, and those whose name is not known.
    fn any_of(&self, object: &Values, names: &[Arc<str>]) -> Values {
        let mut values = self.element_of(object);
        for name in names {
            values.add(&self.member_of(object, name));
        }
        values
    }

    fn chain(&mut self, it: &oxc_ast::ast::ChainElement<'_>) -> Values {
        use oxc_ast::ast::ChainElement;
        match it {
            ChainElement::CallExpression(it) => self.call(it),
            ChainElement::TSNonNullExpression(it) => self.eval(&it.expression),
            _ => it.as_member_expression().map(|it| self.member(it)).unwrap_or_default(),
        }
    }

    fn returned(&mut self, values: &Values) {
        match self.functions.last() {
            Some(function) => {
                self.flow.changed |= self.flow.returns.entry(*function).or_default().add(values);
            }
            None => {
                self.flow.result.add(values);
            }
        }
    }

    /// Walks a function's own parts with `this` as it is in there.
    fn within(&mut self, function: u32, this: This, walk: impl FnOnce(&mut Self)) {
        self.functions.push(function);
        self.this.push(this);
        walk(self);
        self.this.pop();
        self.functions.pop();
    }
}

impl<'a> Visit<'a> for BypassSearch<'_> {
    fn visit_expression(&mut self, it: &Expression<'a>) {
        self.eval(it);
    }

    fn visit_member_expression(&mut self, it: &MemberExpression<'a>) {
        self.member(it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.name(it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        let values = it.init.as_ref().map(|init| self.eval(init)).unwrap_or_default();
        self.bind(&it.id, &values);
    }

    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        let mut object = Object::default();
        constant::members(it, &mut MemberValues::new(), |member, name, value| {
            let values = match (&value, &member.initializer) {
                (Some(value), _) => Values::text(constant::text_value(value.clone())),
                (None, Some(init)) => self.eval(init),
                (None, None) => Values::default(),
            };
            if !matches!(value, Some(Constant::Text(_))) {
                // The enum has the names of its numbers as well.
                object.others.add(&Values::text(name.as_str()));
            }
            self.own.insert(name.clone());
            object.named.push((name, values));
        });
        if let Some(symbol) = it.id.symbol_id.get() {
            self.hold(symbol, &Values::object(object));
        }
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        let list = self.eval(&it.right);
        let values = self.element_of(&list);
        self.each(&it.left, &values);
        self.visit_statement(&it.body);
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        let keys = self.eval(&it.right).keys();
        self.each(&it.left, &keys);
        self.visit_statement(&it.body);
    }

    fn visit_switch_case(&mut self, it: &SwitchCase<'a>) {
        if let Some(test) = &it.test {
            self.eval(test);
            self.compared_with(test);
        }
        for statement in &it.consequent {
            self.visit_statement(statement);
        }
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.tested(&it.test);
        self.visit_statement(&it.consequent);
        if let Some(alternate) = &it.alternate {
            self.visit_statement(alternate);
        }
    }

    fn visit_throw_statement(&mut self, it: &ThrowStatement<'a>) {
        let values = self.eval(&it.argument);
        self.flow.changed |= self.flow.thrown.add(&values);
    }

    fn visit_catch_clause(&mut self, it: &CatchClause<'a>) {
        if let Some(param) = &it.param {
            let thrown = self.flow.thrown.clone();
            self.bind(&param.pattern, &thrown);
        }
        for statement in &it.body.body {
            self.visit_statement(statement);
        }
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        if let Some(argument) = &it.argument {
            let values = self.eval(argument);
            self.returned(&values);
        }
    }

    fn visit_function(&mut self, it: &Function<'a>, _: ScopeFlags) {
        let function = it.span.start;
        let own = self.direct.take();
        if let Some(symbol) = it.id.as_ref().and_then(|id| id.symbol_id.get()) {
            self.hold(symbol, &Values::one(Value::Function(function)));
        }
        let constructs =
            it.id.as_ref().and_then(|id| id.symbol_id.get()).is_some_and(|symbol| self.constructs(symbol));
        let this = match own {
            Some(this) if it.r#type == FunctionType::FunctionExpression => this,
            _ if constructs => This::Own,
            _ => This::Window,
        };
        self.within(function, this, |search| {
            search.parameters(&it.params, function);
            if let Some(body) = &it.body {
                for statement in &body.statements {
                    search.visit_statement(statement);
                }
            }
        });
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let function = it.span.start;
        self.direct = None;
        let this = self.this.last().copied().unwrap_or(This::Window);
        self.within(function, this, |search| {
            search.parameters(&it.params, function);
            match &it.body {
                ArrowFunctionBody::FunctionBody(body) => {
                    for statement in &body.statements {
                        search.visit_statement(statement);
                    }
                }
                body => {
                    if let Some(body) = body.as_expression() {
                        let values = search.eval(body);
                        search.returned(&values);
                    }
                }
            }
        });
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.class(it);
    }
}
