//! Parts of a file before they are read: code, homes of statements, exports that are put off.

use oxc_ast::ast::{
    ArrowFunctionExpression, BindingPattern, ExportDefaultDeclarationKind, Expression, FormalParameters,
    Function, JSXElement, JSXFragment, MemberExpression, Statement, TSTypeAnnotation,
    TSTypeParameterDeclaration,
};
use oxc_ast_visit::Visit;
use oxc_semantic::SymbolId;
use oxc_span::GetSpan as _;

use super::signature::Signature;
use crate::literal::{is_name, key_name, plain};
use crate::parse::range;

/// Bytes of the path to an object that is looked into.
const PATH: usize = 100;

/// The path to the members of the value with this name; `None` if it is too long.
pub(super) fn path_of(name: &str) -> Option<String> {
    (name.len() <= PATH).then(|| format!("{name}."))
}

/// A function, or its declaration alone.
#[derive(Debug, Clone, Copy)]
pub(super) enum Code<'a> {
    Function(&'a Function<'a>),
    Arrow(&'a ArrowFunctionExpression<'a>),
    Signature(Signature<'a>),
}

impl<'a> Code<'a> {
    pub(super) fn span(self) -> oxc_span::Span {
        match self {
            Self::Function(it) => it.span,
            Self::Arrow(it) => it.span,
            Self::Signature(it) => it.span,
        }
    }

    pub(super) fn params(self) -> &'a FormalParameters<'a> {
        match self {
            Self::Function(it) => &it.params,
            Self::Arrow(it) => &it.params,
            Self::Signature(it) => it.params,
        }
    }

    pub(super) fn returns(self) -> Option<&'a TSTypeAnnotation<'a>> {
        match self {
            Self::Function(it) => it.return_type.as_deref(),
            Self::Arrow(it) => it.return_type.as_deref(),
            Self::Signature(it) => it.returns,
        }
    }

    pub(super) fn generics(self) -> Option<&'a TSTypeParameterDeclaration<'a>> {
        match self {
            Self::Function(it) => it.type_parameters.as_deref(),
            Self::Arrow(it) => it.type_parameters.as_deref(),
            Self::Signature(it) => it.generics,
        }
    }

    /// Returns whether the function makes elements of a page.
    pub(super) fn is_component(self, name: &str, text: &str) -> bool {
        let returns = self.returns().and_then(|ty| text.get(range(ty.type_annotation.span())));
        if returns.is_some_and(is_element_type) {
            return true;
        }
        let mut search = Elements { found: false, calls: name.starts_with(|c: char| c.is_ascii_uppercase()) };
        match self {
            Self::Function(it) => it.body.iter().for_each(|body| search.visit_function_body(body)),
            Self::Arrow(it) => search.visit_arrow_function_expression(it),
            Self::Signature(_) => {}
        }
        search.found
    }
}

/// Returns whether a type is one of the elements of React, Preact or Solid.
fn is_element_type(text: &str) -> bool {
    text.split('|').map(str::trim).any(|part| {
        let name = part.split('<').next().unwrap_or_default();
        matches!(
            name.rsplit('.').next().unwrap_or_default(),
            "ReactNode" | "ReactElement" | "VNode" | "ComponentChild" | "ComponentChildren"
        ) || matches!(name, "JSX.Element" | "React.JSX.Element" | "preact.JSX.Element" | "JSXElement")
    })
}

/// A type of components, such as `React.FC<Props>`.
pub(super) fn is_component_type(text: &str) -> bool {
    let name = text.split('<').next().unwrap_or_default();
    matches!(
        name.rsplit('.').next().unwrap_or_default(),
        "FC" | "VFC"
            | "FunctionComponent"
            | "ComponentType"
            | "Component"
            | "ParentComponent"
            | "ForwardRefExoticComponent"
            | "MemoExoticComponent"
    )
}

/// Looks for elements in a function.
struct Elements {
    found: bool,
    /// Calls that make elements count as well.
    calls: bool,
}

impl<'a> Visit<'a> for Elements {
    fn visit_jsx_element(&mut self, _: &JSXElement<'a>) {
        self.found = true;
    }

    fn visit_jsx_fragment(&mut self, _: &JSXFragment<'a>) {
        self.found = true;
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        if self.found {
            return;
        }
        if self.calls
            && let Expression::CallExpression(call) = it
        {
            let callee = plain(&call.callee);
            let method = callee.as_member_expression().and_then(MemberExpression::static_property_name);
            self.found = is_name(callee, &["createElement", "jsx", "jsxs", "_jsx", "_jsxs", "h"])
                || matches!(method, Some("createElement" | "jsx" | "jsxs" | "cloneElement"));
        }
        oxc_ast_visit::walk::walk_expression(self, it);
    }
}

/// A default export.
pub(super) enum DefaultExport<'a> {
    Symbol(String, SymbolId, u32, &'static str),
    Code(Option<String>, Code<'a>, u32, &'static str),
}

/// A function that no other code gets.
pub(super) struct Hidden<'a> {
    pub(super) name: String,
    pub(super) code: Code<'a>,
    pub(super) docs: Vec<u32>,
    pub(super) why: &'static str,
}

/// Place of statements, which decides who gets the functions that they declare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    /// A module: its exports are visible to others.
    Module,
    /// Declarations of a module that exports all of them, because it has no list of exports.
    Ambient,
    /// A script: its functions are members of the window.
    Script,
    /// `declare global`.
    Global,
}

impl Home {
    /// The home of a module's statements. In `ambient` ones, all is exported without a list of exports.
    pub(super) fn module(statements: &[Statement<'_>], ambient: bool) -> Self {
        let is_list = |statement: &Statement<'_>| match statement {
            Statement::ExportNamedDeclaration(_)
            | Statement::ExportFromDeclaration(_)
            | Statement::ExportAllDeclaration(_)
            | Statement::TSExportAssignment(_) => true,
            Statement::ExportDefaultDeclaration(it) => {
                matches!(&it.declaration, ExportDefaultDeclarationKind::Identifier(_))
                    || it
                        .declaration
                        .as_expression()
                        .is_some_and(|it| !matches!(it, Expression::ClassExpression(_)))
            }
            _ => false,
        };
        if ambient && !statements.iter().any(is_list) { Self::Ambient } else { Self::Module }
    }
}

/// The names that a pattern gives to members of a value, with the keys of those.
pub(super) fn bound<'p>(pattern: &'p BindingPattern<'_>) -> impl Iterator<Item = (&'p str, Option<String>)> {
    let object = match pattern {
        BindingPattern::ObjectPattern(object) => object.properties.as_slice(),
        _ => &[],
    };
    object.iter().filter_map(|property| {
        let mut value = &property.value;
        if let BindingPattern::AssignmentPattern(it) = value {
            value = &it.left;
        }
        match value {
            BindingPattern::BindingIdentifier(id) => {
                Some((id.name.as_str(), key_name(&property.key, property.computed)))
            }
            _ => None,
        }
    })
}
