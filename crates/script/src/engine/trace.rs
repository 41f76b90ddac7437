//! Operations of the code that can have failed, by the position that the engine reports.
//!
//! QuickJS-NG 0.16 emits a position at a name that is read, after the parenthesis of a call, after `new`, after a binary
//! operator, at the beginning of a statement that is an expression, after `throw`, and at the end of a pattern or loop. An
//! operation that fails has the last position before it. The parser of the engine knows the beginnings of words and ends of
//! white space only. At another token it reports the last such place before the token.

use std::collections::{BTreeMap, BTreeSet};

use oxc_ast::ast::{Argument, ArrayPattern, BindingPattern, Expression, ForStatementLeft, FunctionBody};
use oxc_ast_visit::Visit as _;
use oxc_span::{GetSpan as _, Span};

use super::expressions::{
    Promises, called_name, has_mark_after_first, is_list, is_object, makes_promise, may_be_nothing,
};
use super::fault::Fault;
use super::frames::Site;
use super::render::{argument, show};
use crate::around::OPEN;
use crate::literal::{key_name, member_name, plain};
use crate::tools::Tools;

/// Number of tools that a message names.
const NAMED: usize = 20;
/// Maximum number of operations that are compared.
pub(super) const MOST: usize = 20;

/// Operation that can have failed.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) message: String,
    /// Byte of the code.
    pub(super) at: usize,
}

/// Position that the engine knows.
#[derive(Debug, Clone, Copy)]
pub(super) enum LastPosition {
    /// Beginning of a function: from its first token to its parameters.
    Function { start: u32, end: u32 },
    /// Function that is the whole of the code.
    Main,
    /// Last word or end of white space at a token.
    Token(u32),
}

/// Failure whose operation is searched for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cause<'s> {
    pub(super) fault: &'s Fault<'s>,
    pub(super) site: Site,
    /// Name of the engine's function that the code called, if it failed in one.
    pub(super) callee: Option<&'s str>,
    /// Message without an expression.
    pub(super) general: &'s str,
}

/// Search for the operations that can fail in one way after one position.
pub(super) struct OperationSearch<'s> {
    /// Parsed text, with the code after [`OPEN`].
    pub(super) text: &'s str,
    pub(super) cause: Cause<'s>,
    tools: &'s Tools,
    pub(super) known: LastPosition,
    /// Names of promises that the code does not await, and the number of declarations of each name.
    promises: BTreeSet<String>,
    pub(super) names: BTreeMap<String, usize>,
    pub(super) found: Vec<Operation>,
    /// The code can have made the error itself.
    pub(super) is_thrown: bool,
}

impl<'s> OperationSearch<'s> {
    pub(super) fn new(text: &'s str, cause: Cause<'s>, tools: &'s Tools) -> Self {
        let (promises, names, found) = (BTreeSet::new(), BTreeMap::new(), Vec::new());
        let (known, is_thrown) = (LastPosition::Main, false);
        Self { text, cause, tools, known, promises, names, found, is_thrown }
    }

    /// Returns the operations that can have failed, and whether the code can have made the error itself.
    pub(super) fn run(mut self, body: &FunctionBody<'_>) -> (Vec<Operation>, bool) {
        let mut promises = Promises::default();
        promises.visit_function_body(body);
        (self.promises, self.names) = (promises.promises, promises.names);
        for statement in &body.statements {
            self.visit_statement(statement);
        }
        (self.found, self.is_thrown)
    }

    /// Returns whether the engine reports the position that it knows now.
    pub(super) fn is_here(&self) -> bool {
        let at = match self.cause.site {
            Site::At(at) => at + OPEN.len(),
            Site::Beginning => {
                return match self.known {
                    LastPosition::Main => true,
                    LastPosition::Function { start, .. } => self.is_line(OPEN.len(), start),
                    LastPosition::Token(_) => false,
                };
            }
            Site::Unknown => return false,
        };
        match self.known {
            LastPosition::Main => false,
            LastPosition::Function { start, end } => {
                (start as usize..=end as usize).contains(&at)
                    || self.is_line(at, start)
                    || self.is_mark(at, start)
            }
            LastPosition::Token(token) => self.is_mark(at, token),
        }
    }

    /// Returns whether the last word or end of white space at a token is at byte `at`.
    fn is_mark(&self, at: usize, token: u32) -> bool {
        let between = self.text.get(at..token as usize);
        between.is_some_and(|between| between.is_empty() || !has_mark_after_first(between))
    }

    /// Returns whether the line that begins at byte `begin` has the token.
    fn is_line(&self, begin: usize, token: u32) -> bool {
        let is_begin = self.text.get(..begin).is_some_and(|before| before.ends_with('\n'));
        is_begin && self.text.get(begin..token as usize).is_some_and(|between| !between.contains('\n'))
    }

    pub(super) fn add(&mut self, at: u32, message: impl FnOnce(&Self) -> String) {
        if self.found.len() < MOST && self.is_here() {
            let message = message(self);
            self.found.push(Operation { message, at: (at as usize).saturating_sub(OPEN.len()) });
        }
    }

    /// Returns whether an expression is certainly a promise.
    fn is_promise(&self, expression: &Expression<'_>) -> bool {
        match plain(expression) {
            Expression::Identifier(it) => {
                let name = it.name.as_str();
                self.promises.contains(name) && self.names.get(name) == Some(&1)
            }
            other => makes_promise(other),
        }
    }

    /// Returns the remedy for an expression that reads a member of a promise, else an empty text.
    pub(super) fn awaited(&self, expression: &Expression<'_>) -> String {
        let mut at = plain(expression);
        for _ in 0..20 {
            if self.is_promise(at) {
                let promise = show(at);
                return format!("; `{promise}` is a promise: write `(await {promise})`");
            }
            at = match at {
                Expression::CallExpression(it) => plain(&it.callee),
                other => match other.as_member_expression() {
                    Some(member) => plain(member.object()),
                    None => break,
                },
            };
        }
        String::new()
    }

    /// Follows a function, in which the engine knows positions of its own.
    pub(super) fn function(&mut self, span: Span, parameters: u32, walk: impl FnOnce(&mut Self)) {
        // The key of a method is before the function.
        let start = match self.known {
            LastPosition::Function { start, end } if end == span.start => start,
            _ => span.start,
        };
        let outer = std::mem::replace(&mut self.known, LastPosition::Function { start, end: parameters });
        walk(self);
        self.known = outer;
    }

    pub(super) fn read(&mut self, object: &Expression<'_>, name: Option<&str>, at: u32) {
        if let Fault::Read { name: wanted, of } = *self.cause.fault
            && self.cause.callee.is_none()
            && name.is_none_or(|name| name == wanted)
            && may_be_nothing(object)
        {
            self.add(at, |search| {
                let shown = show(object);
                let hint = search.awaited(object);
                let general = search.cause.general;
                if shown == of { general.to_owned() } else { format!("{general}: `{shown}` is {of}{hint}") }
            });
        }
    }

    pub(super) fn write(&mut self, object: &Expression<'_>, name: Option<&str>, at: u32) {
        if let Fault::Write { name: wanted, of } = *self.cause.fault
            && name.is_none_or(|name| name == wanted)
            && may_be_nothing(object)
        {
            self.add(at, |search| {
                format!("{}: `{}` is {of}{}", search.cause.general, show(object), search.awaited(object))
            });
        }
    }

    /// Looks at a value that is iterated; `None` if it is a part of a value that is taken apart.
    pub(super) fn iterate(&mut self, value: Option<&Expression<'_>>, at: u32) {
        let Fault::NotIterable { of } = *self.cause.fault else { return };
        if self.cause.callee.is_some() || value.is_some_and(is_list) {
            return;
        }
        self.add(at, |search| match (value, of) {
            (Some(value), Some(of)) if show(value) == of => format!("{of} is not iterable"),
            (Some(value), Some(of)) => {
                format!("{} is not iterable: it is {of}{}", show(value), search.awaited(value))
            }
            (Some(value), None) => Self::not_iterable(&show(value), search.awaited(value)),
            (None, Some(of)) => format!("{of} is not iterable: a value that is taken apart by `[…]` is {of}"),
            (None, None) => "a value that is taken apart by `[…]` is not iterable".to_owned(),
        });
    }

    /// Looks at the value of a loop `for (const […] of value)`, whose elements are iterated as well.
    pub(super) fn iterate_pairs(&mut self, value: &Expression<'_>) {
        if matches!(self.cause.fault, Fault::NotIterable { .. }) && self.cause.callee.is_none() {
            self.add(value.span().start, |search| {
                let (shown, hint) = (show(value), search.awaited(value));
                if is_list(value) {
                    return format!("an element of {shown} is not iterable");
                }
                format!(
                    "{shown} or an element of it is not iterable; for the members of an object write \
                     `Object.entries({shown})`{hint}"
                )
            });
        }
    }

    fn not_iterable(shown: &str, hint: String) -> String {
        let hint = if hint.is_empty() {
            format!("; for the members of an object write `Object.entries({shown})`")
        } else {
            hint
        };
        format!("{shown} is not iterable{hint}")
    }

    pub(super) fn call(&mut self, callee: &Expression<'_>, arguments: &[Argument<'_>], at: u32) {
        let name = called_name(callee);
        if let Some(native) = self.cause.callee {
            if name.as_deref() == Some(native) {
                self.native(callee, arguments, at);
            }
            return;
        }
        let may_be_function = !matches!(
            plain(callee),
            Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_)
        );
        if *self.cause.fault == Fault::NotFunction && may_be_function {
            self.add(at, |search| search.not_function(callee));
        }
    }

    fn not_function(&self, callee: &Expression<'_>) -> String {
        let shown = show(callee);
        let Some(member) = plain(callee).as_member_expression() else {
            return format!("{shown} is not a function");
        };
        let name = member_name(member);
        let is_global = matches!(plain(member.object()), Expression::Identifier(it) if it.name == "global");
        if let Some(name) = name.as_ref().filter(|name| is_global && self.tools.get(name).is_none()) {
            return format!("{shown} is not a function: {}", self.tools.unknown(name));
        }
        if is_global && name.is_none() {
            let names = self.tools.names().take(NAMED).collect::<Vec<_>>().join(", ");
            let more = if self.tools.names().nth(NAMED).is_some() { ", …" } else { "" };
            return format!("{shown} is not a function: no tool has this name; the tools are {names}{more}");
        }
        format!("{shown} is not a function{}", self.awaited(member.object()))
    }

    /// Looks at a call of the engine's function in which an error was reported.
    pub(super) fn native(&mut self, callee: &Expression<'_>, arguments: &[Argument<'_>], at: u32) {
        let first = arguments.first();
        let shown = show(callee);
        match *self.cause.fault {
            Fault::NotFunction => {
                let function = if self.cause.callee == Some("from") { arguments.get(1) } else { first };
                self.add(at, |_| {
                    format!("{} is not a function: an argument of {shown}", argument(function))
                });
            }
            Fault::NotIterable { of } => self.add(at, |search| {
                let given = argument(first);
                let hint = first
                    .and_then(|first| first.as_expression())
                    .map_or_else(String::new, |first| search.awaited(first));
                match of {
                    Some(of) if of == given => format!("{of} is not iterable: an argument of {shown}"),
                    Some(of) => format!("{given} is not iterable: it is {of}, an argument of {shown}{hint}"),
                    None => Self::not_iterable(&given, hint),
                }
            }),
            Fault::NotObject => self.add(at, |search| {
                let hint = first
                    .and_then(|first| first.as_expression())
                    .map_or_else(String::new, |first| search.awaited(first));
                format!(
                    "Cannot convert undefined or null to object: the argument `{}` of {shown} is undefined or null{hint}",
                    argument(first)
                )
            }),
            Fault::MixedBigInt => self.add(at, |_| {
                format!("Cannot convert a BigInt value to a number: an argument of {shown}; write `Number(x)`")
            }),
            Fault::NotJson => self.add(at, |search| {
                let (general, given) = (search.cause.general, argument(first));
                if general.contains("'object'") {
                    format!("`{given}` is an object and not a text with JSON: leave JSON.parse out")
                } else {
                    format!("{general}, in `{given}`")
                }
            }),
            _ => self.add(at, |search| search.cause.general.to_owned()),
        }
    }

    /// Looks at a pattern for an object; `first` is its first key.
    pub(super) fn take_apart(&mut self, first: Option<String>, value: Option<&Expression<'_>>, at: u32) {
        let is_wrong = *self.cause.fault == Fault::NotObject && self.cause.callee.is_none();
        if !is_wrong || value.is_some_and(is_object) {
            return;
        }
        self.add(at, |search| {
            let property = first.map_or_else(String::new, |name| format!(" property '{name}'"));
            match value {
                Some(value) => format!(
                    "Cannot destructure{property} of '{}' as it is undefined or null{}",
                    show(value),
                    search.awaited(value)
                ),
                None => format!("Cannot destructure{property} of a value that is undefined or null"),
            }
        });
    }

    /// Follows a pattern; `value` is the value that it destructures.
    pub(super) fn pattern(&mut self, pattern: &BindingPattern<'_>, value: Option<&Expression<'_>>) {
        match pattern {
            BindingPattern::BindingIdentifier(_) => {}
            BindingPattern::AssignmentPattern(it) => {
                self.visit_expression(&it.right);
                self.pattern(&it.left, None);
            }
            BindingPattern::ObjectPattern(it) => {
                let first = it.properties.first().and_then(|one| key_name(&one.key, one.computed));
                self.take_apart(first, value, it.span.start);
                for property in &it.properties {
                    if property.computed {
                        self.visit_property_key(&property.key);
                    }
                    if let Fault::Read { name, of } = *self.cause.fault
                        && key_name(&property.key, property.computed).as_deref() == Some(name)
                        && value.is_none_or(may_be_nothing)
                    {
                        let shown = value.map(show);
                        self.add(property.span.start, |search| {
                            let general = search.cause.general;
                            shown.map_or_else(
                                || general.to_owned(),
                                |shown| format!("{general}: `{shown}` is {of}"),
                            )
                        });
                    }
                    self.pattern(&property.value, None);
                }
            }
            BindingPattern::ArrayPattern(it) => {
                self.iterate(value, it.span.start);
                self.elements(it);
            }
        }
    }

    pub(super) fn elements(&mut self, pattern: &ArrayPattern<'_>) {
        for element in pattern.elements.iter().flatten() {
            self.pattern(element, None);
        }
        self.known = LastPosition::Token(pattern.span.start);
    }

    /// Follows the left side of a loop, which takes elements of an unknown value.
    pub(super) fn loop_variable(&mut self, left: &ForStatementLeft<'_>) {
        match left {
            ForStatementLeft::VariableDeclaration(it) => {
                for declarator in &it.declarations {
                    self.pattern(&declarator.id, None);
                }
            }
            other => self.visit_for_statement_left(other),
        }
    }
}
