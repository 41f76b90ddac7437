//! Types of the parser's tree as types of ours.
//!
//! The decision: this is the only reader of types in TypeScript source. It loses nothing that the tree of
//! [`webagents_schema::ty`] can hold, comments included; what that tree has no node for becomes a [`Mark`], and what it
//! means is for the [`Resolver`](webagents_schema::declarations::Resolver).

use oxc_ast::ast::{
    BindingPattern, Expression, FormalParameters, Program, PropertyKey, TSLiteral, TSMappedType,
    TSMappedTypeModifierOperator, TSMethodSignatureKind, TSSignature, TSTupleElement, TSType,
    TSTypeAnnotation, TSTypeName, TSTypeOperatorOperator, TSTypeParameterDeclaration,
    TSTypeParameterInstantiation, TemplateElement, UnaryOperator,
};
use oxc_span::{GetSpan as _, Span};
use serde_json::Number;
use webagents_schema::declarations::{Mapped, Mark, Modifier, TypeParameter};
use webagents_schema::ty::{
    Constraints, ElementKind, Function, FunctionParam, Keyword, Literal, Member, MemberKind, TemplatePart,
    TupleElement, Type, limits,
};

use crate::literal::{key_name, type_name};
use crate::parse::range;

/// Nodes of all types of one file together.
const NODES: usize = 200_000;

/// A reader of the types of one program.
pub(crate) struct TypeReader<'t, 'a> {
    text: &'t str,
    program: &'t Program<'a>,
    nodes: usize,
    depth: usize,
}

impl<'t, 'a> TypeReader<'t, 'a> {
    pub(crate) const fn new(text: &'t str, program: &'t Program<'a>) -> Self {
        Self { text, program, nodes: 0, depth: 0 }
    }

    /// A type by itself. `object` alone is a JSON object, as in the lines of a manifest.
    pub(crate) fn whole(&mut self, ty: &TSType<'a>) -> Type {
        match self.ty(ty) {
            Type::Keyword(Keyword::Object) => Type::Reference {
                name: "Record".to_owned(),
                args: vec![Type::Keyword(Keyword::String), Type::Keyword(Keyword::Unknown)],
            },
            ty => ty,
        }
    }

    /// Reads a type with the documentation comment before it.
    pub(crate) fn ty(&mut self, ty: &TSType<'a>) -> Type {
        // The comment before these belongs to the first of their parts.
        let inner = matches!(
            ty,
            TSType::TSUnionType(_)
                | TSType::TSIntersectionType(_)
                | TSType::TSFunctionType(_)
                | TSType::TSConstructorType(_)
                | TSType::TSConditionalType(_)
                | TSType::TSTypePredicate(_)
        );
        let read = self.bare(ty);
        if inner { read } else { self.documented(read, ty.span()) }
    }

    fn documented(&self, ty: Type, span: Span) -> Type {
        match self.documentation(span.start) {
            Some(comment) => ty.documented(Constraints::from_comment(comment)),
            None => ty,
        }
    }

    /// Reads a type without the comment before it, within the bounds of types.
    fn bare(&mut self, ty: &TSType<'a>) -> Type {
        self.nodes += 1;
        if self.nodes > NODES || self.depth == limits::HEIGHT {
            return Mark::TooLarge.into_type();
        }
        self.depth += 1;
        let read = self.any(ty);
        self.depth -= 1;
        read
    }

    fn any(&mut self, ty: &TSType<'a>) -> Type {
        let word = match ty {
            TSType::TSAnyKeyword(_) => Keyword::Any,
            TSType::TSBigIntKeyword(_) => Keyword::BigInt,
            TSType::TSBooleanKeyword(_) | TSType::TSTypePredicate(_) => Keyword::Boolean,
            TSType::TSNeverKeyword(_) => Keyword::Never,
            TSType::TSNullKeyword(_) => Keyword::Null,
            TSType::TSNumberKeyword(_) => Keyword::Number,
            TSType::TSObjectKeyword(_) => Keyword::Object,
            TSType::TSStringKeyword(_) => Keyword::String,
            TSType::TSSymbolKeyword(_) => Keyword::Symbol,
            TSType::TSUndefinedKeyword(_) => Keyword::Undefined,
            TSType::TSUnknownKeyword(_) => Keyword::Unknown,
            TSType::TSVoidKeyword(_) => Keyword::Void,
            other => return self.larger(other),
        };
        Type::Keyword(word)
    }

    fn larger(&mut self, ty: &TSType<'a>) -> Type {
        match ty {
            TSType::TSParenthesizedType(it) => self.ty(&it.type_annotation),
            TSType::TSUnionType(it) => joined(self.all(&it.types), Type::Union),
            TSType::TSIntersectionType(it) => joined(self.all(&it.types), Type::Intersection),
            TSType::TSArrayType(it) => Type::Array(Box::new(self.bare(&it.element_type))),
            TSType::TSIndexedAccessType(it) => Type::Indexed {
                object: Box::new(self.bare(&it.object_type)),
                index: Box::new(self.ty(&it.index_type)),
            },
            TSType::TSTypeOperatorType(it) => match it.operator {
                TSTypeOperatorOperator::Keyof => Type::Keyof(Box::new(self.ty(&it.type_annotation))),
                TSTypeOperatorOperator::Readonly => Type::Readonly(Box::new(self.ty(&it.type_annotation))),
                TSTypeOperatorOperator::Unique => Type::Keyword(Keyword::Symbol),
            },
            TSType::TSLiteralType(it) => literal_type(&it.literal),
            TSType::TSTemplateLiteralType(it) => {
                let types = self.all(&it.types);
                template(&it.quasis, types)
            }
            TSType::TSTupleType(it) => {
                Type::Tuple(it.element_types.iter().map(|element| self.element(element)).collect())
            }
            TSType::TSTypeLiteral(it) => Type::Object(self.members(it.span.start + 1, &it.members)),
            TSType::TSMappedType(it) => self.mapped(it),
            TSType::TSTypeReference(it) => self.reference(&it.type_name, it.type_arguments.as_deref()),
            TSType::TSFunctionType(it) if it.type_parameters.is_some() => Mark::Function.into_type(),
            TSType::TSFunctionType(it) => {
                Type::Function(Box::new(self.function(&it.params, Some(&it.return_type))))
            }
            TSType::TSConditionalType(_) => Mark::Conditional.into_type(),
            TSType::TSTypeQuery(_) => Mark::Query.into_type(),
            TSType::TSImportType(_) => Mark::Import.into_type(),
            _ => Mark::Other.into_type(),
        }
    }

    fn all<'s>(&mut self, types: impl IntoIterator<Item = &'s TSType<'a>>) -> Vec<Type>
    where
        'a: 's,
    {
        types.into_iter().map(|ty| self.ty(ty)).collect()
    }

    /// Reads a name with its arguments.
    pub(crate) fn reference(
        &mut self,
        name: &TSTypeName<'a>,
        args: Option<&TSTypeParameterInstantiation<'a>>,
    ) -> Type {
        let Some(name) = type_name(name) else { return Mark::Other.into_type() };
        match (args, name.as_str()) {
            // Words of the lines of a manifest, which authors write in JSDoc.
            (None, "array") => Type::Array(Box::new(Type::Keyword(Keyword::Unknown))),
            (None, "integer") => Type::Keyword(Keyword::Integer),
            (args, _) => {
                let args = args.map_or_else(Vec::new, |args| self.all(&args.params));
                Type::Reference { name, args }
            }
        }
    }

    fn element(&mut self, element: &TSTupleElement<'a>) -> TupleElement {
        let (element, mut kind, before) = match element {
            TSTupleElement::TSOptionalType(it) => {
                let ty = self.ty(&it.type_annotation);
                return TupleElement { name: None, kind: ElementKind::Optional, ty };
            }
            TSTupleElement::TSRestType(it) => (Some(&it.type_annotation), ElementKind::Rest, Some(it.span)),
            other => (other.as_ts_type(), ElementKind::Required, None),
        };
        let Some(element) = element else {
            return TupleElement { name: None, kind, ty: Mark::Other.into_type() };
        };
        let TSType::TSNamedTupleMember(named) = element else {
            return TupleElement { name: None, kind, ty: self.ty(element) };
        };
        if named.optional {
            kind = ElementKind::Optional;
        }
        let ty = named.element_type.as_ts_type().map_or_else(|| Mark::Other.into_type(), |ty| self.ty(ty));
        let ty = self.documented(ty, before.unwrap_or(named.span));
        TupleElement { name: Some(named.label.name.as_str().to_owned()), kind, ty }
    }

    fn mapped(&mut self, it: &TSMappedType<'a>) -> Type {
        let modifier = |sign: Option<TSMappedTypeModifierOperator>| match sign {
            None => Modifier::Keep,
            Some(TSMappedTypeModifierOperator::Minus) => Modifier::Remove,
            Some(_) => Modifier::Add,
        };
        let head = Mapped {
            key: it.key.name.as_str().to_owned(),
            optional: modifier(it.optional),
            readonly: modifier(it.readonly),
        };
        let keys = self.ty(&it.constraint);
        let values = it.type_annotation.as_ref().map_or(Type::ANY, |ty| self.ty(ty));
        let name = it.name_type.as_ref().map(|ty| self.ty(ty));
        head.into_type(keys, values, name)
    }

    pub(crate) fn type_parameters(
        &mut self,
        params: Option<&TSTypeParameterDeclaration<'a>>,
    ) -> Vec<TypeParameter> {
        let params = params.map_or(&[][..], |params| params.params.as_slice());
        let mut read = Vec::with_capacity(params.len());
        for param in params {
            read.push(TypeParameter {
                name: param.name.name.as_str().to_owned(),
                default: param.default.as_ref().map(|ty| self.ty(ty)),
                bound: param.constraint.as_ref().map(|ty| self.ty(ty)),
            });
        }
        read
    }

    fn annotated(&mut self, annotation: Option<&TSTypeAnnotation<'a>>) -> Type {
        annotation.map_or(Type::ANY, |ty| self.ty(&ty.type_annotation))
    }

    fn function(
        &mut self,
        params: &FormalParameters<'a>,
        returns: Option<&TSTypeAnnotation<'a>>,
    ) -> Function {
        let name = |pattern: &BindingPattern<'_>| match pattern {
            BindingPattern::BindingIdentifier(id) => id.name.as_str().to_owned(),
            _ => "arg".to_owned(),
        };
        let mut read = Vec::with_capacity(params.items.len());
        for param in &params.items {
            read.push(FunctionParam {
                name: name(&param.pattern),
                kind: if param.optional { ElementKind::Optional } else { ElementKind::Required },
                ty: self.annotated(param.type_annotation.as_deref()),
            });
        }
        if let Some(rest) = &params.rest {
            let ty = match rest.type_annotation.as_deref() {
                Some(ty) => self.ty(&ty.type_annotation),
                None => Type::Array(Box::new(Type::ANY)),
            };
            read.push(FunctionParam { name: name(&rest.rest.argument), kind: ElementKind::Rest, ty });
        }
        Function { params: read, returns: self.annotated(returns) }
    }

    /// Reads the members of an object type whose first member is after `start`.
    pub(crate) fn members(&mut self, start: u32, members: &[TSSignature<'a>]) -> Vec<Member> {
        let mut read = Vec::with_capacity(members.len());
        let mut from = start;
        for member in members {
            let before = self.before(from, member.span().start);
            let (end, after) = self.after(member.span());
            from = end;
            if let Some(kind) = self.member(member) {
                read.push(Member::documented(kind, before.or(after).unwrap_or_default()));
            }
        }
        read
    }

    /// Reads a member; `None` for a setter and a constructor, which declare no property.
    fn member(&mut self, member: &TSSignature<'a>) -> Option<MemberKind> {
        self.nodes += 1;
        Some(match member {
            TSSignature::TSIndexSignature(it) => MemberKind::Index {
                name: it.parameter.name.as_str().to_owned(),
                key: self.ty(&it.parameter.type_annotation.type_annotation),
                readonly: it.readonly,
                ty: self.ty(&it.type_annotation.type_annotation),
            },
            TSSignature::TSPropertySignature(it) => MemberKind::Property {
                name: match property_name(&it.key, it.computed) {
                    Some(name) => name,
                    None => return Some(self.without_value(it.key.span(), Mark::Computed)),
                },
                optional: it.optional,
                readonly: it.readonly,
                ty: self.annotated(it.type_annotation.as_deref()),
            },
            TSSignature::TSMethodSignature(it) => {
                let Some(name) = property_name(&it.key, it.computed) else {
                    return Some(self.without_value(it.key.span(), Mark::Computed));
                };
                match it.kind {
                    TSMethodSignatureKind::Set => return None,
                    _ if it.type_parameters.is_some() => self.without_value(it.key.span(), Mark::Function),
                    TSMethodSignatureKind::Get => MemberKind::Property {
                        name,
                        optional: false,
                        readonly: true,
                        ty: self.annotated(it.return_type.as_deref()),
                    },
                    TSMethodSignatureKind::Method => MemberKind::Method {
                        name,
                        optional: it.optional,
                        function: self.function(&it.params, it.return_type.as_deref()),
                    },
                }
            }
            TSSignature::TSCallSignatureDeclaration(it) if it.type_parameters.is_some() => {
                self.without_value(Span::empty(it.span.start), Mark::Function)
            }
            TSSignature::TSCallSignatureDeclaration(it) => {
                MemberKind::Call(self.function(&it.params, it.return_type.as_deref()))
            }
            TSSignature::TSConstructSignatureDeclaration(_) => return None,
        })
    }

    /// A member that the tree cannot hold.
    fn without_value(&self, name: Span, mark: Mark) -> MemberKind {
        let name = self.slice(name).to_owned();
        MemberKind::Property { name, optional: true, readonly: false, ty: mark.into_type() }
    }

    fn slice(&self, span: Span) -> &'t str {
        self.text.get(range(span)).unwrap_or_default()
    }

    /// The text of the documentation comment before `at`, with nothing but comments between.
    pub(crate) fn documentation(&self, at: u32) -> Option<&'t str> {
        let comments = &self.program.comments;
        let end = comments.partition_point(|comment| comment.span.end <= at);
        let mut at = at;
        for comment in comments.get(..end)?.iter().rev() {
            if !self.slice(Span::new(comment.span.end, at)).trim().is_empty() {
                return None;
            }
            let text = self.slice(comment.span);
            if text.starts_with("/**") && text.len() > "/***/".len() {
                return Some(inner(text));
            }
            at = comment.span.start;
        }
        None
    }

    /// The constraints of the last comment between two places that says something.
    fn before(&self, from: u32, to: u32) -> Option<Constraints> {
        let comments = &self.program.comments;
        let first = comments.partition_point(|comment| comment.span.start < from);
        let comments = comments.get(first..)?.iter().take_while(|comment| comment.span.end <= to);
        comments.map(|comment| self.constraints(comment.span)).filter(|facts| !facts.is_empty()).last()
    }

    fn constraints(&self, comment: Span) -> Constraints {
        Constraints::from_comment(inner(self.slice(comment)))
    }

    /// The end of a member, and the constraints of the comment on its line.
    fn after(&self, member: Span) -> (u32, Option<Constraints>) {
        let separated = self.slice(member).ends_with([';', ',']);
        let end = if separated { member.end - 1 } else { member.end };
        let (end, first) = self.trailing(end);
        let Some(separator) = self.separator(end) else { return (end, first) };
        let (end, second) = self.trailing(separator + 1);
        (end, first.or(second))
    }

    /// The place of a `;` or `,` after `at`.
    fn separator(&self, at: u32) -> Option<u32> {
        let mut at = at as usize;
        loop {
            let rest = self.text.get(at..)?;
            let token = rest.trim_start();
            at += rest.len() - token.len();
            let comment = u32::try_from(at).ok().and_then(|at| self.comment_at(at));
            match comment {
                Some(comment) => at = comment.end as usize,
                None if token.starts_with([';', ',']) => return u32::try_from(at).ok(),
                None => return None,
            }
        }
    }

    fn comment_at(&self, at: u32) -> Option<Span> {
        let comments = &self.program.comments;
        let place = comments.binary_search_by_key(&at, |comment| comment.span.start).ok()?;
        comments.get(place).map(|comment| comment.span)
    }

    /// The end of a comment on the line of `at`, and its constraints.
    ///
    /// A block comment may belong to the member after it, unless its line ends after it.
    fn trailing(&self, at: u32) -> (u32, Option<Constraints>) {
        let blank = |at: u32| {
            let rest = self.text.get(at as usize..).unwrap_or_default();
            let token = rest.trim_start_matches([' ', '\t']);
            (at + u32::try_from(rest.len() - token.len()).unwrap_or(0), token)
        };
        let Some(comment) = self.comment_at(blank(at).0) else { return (at, None) };
        let after = blank(comment.end).1;
        let ends = after.is_empty() || after.starts_with(['\n', '\r', '\u{2028}', '\u{2029}']);
        if !(ends || self.slice(comment).starts_with("//")) {
            return (at, None);
        }
        (comment.end, Some(self.constraints(comment)).filter(|facts| !facts.is_empty()))
    }
}

/// The text of a comment between its marks.
fn inner(comment: &str) -> &str {
    match comment.strip_prefix("/*") {
        Some(text) => text.strip_suffix("*/").unwrap_or(text),
        None => comment.strip_prefix("//").unwrap_or(comment),
    }
}

fn joined(mut types: Vec<Type>, join: fn(Vec<Type>) -> Type) -> Type {
    if types.len() == 1 { types.swap_remove(0) } else { join(types) }
}

/// The name of a property; `None` where it is computed.
pub(crate) fn property_name(key: &PropertyKey<'_>, computed: bool) -> Option<String> {
    match key {
        PropertyKey::NumericLiteral(it) => Some(it.value.to_string()),
        key => key_name(key, computed),
    }
}

fn literal_type(literal: &TSLiteral<'_>) -> Type {
    let read = match literal {
        TSLiteral::BooleanLiteral(it) => Some(Literal::Boolean(it.value)),
        TSLiteral::NumericLiteral(it) => number(it.value, it.raw.as_deref()),
        TSLiteral::BigIntLiteral(it) => Some(Literal::BigInt(it.value.as_str().to_owned())),
        TSLiteral::StringLiteral(it) if !it.lone_surrogates => {
            Some(Literal::String(it.value.as_str().to_owned()))
        }
        TSLiteral::TemplateLiteral(it) => return template(&it.quasis, Vec::new()),
        TSLiteral::UnaryExpression(it) if it.operator == UnaryOperator::UnaryNegation => match &it.argument {
            Expression::NumericLiteral(it) => {
                number(-it.value, it.raw.map(|raw| format!("-{raw}")).as_deref())
            }
            Expression::BigIntLiteral(it) => Some(Literal::BigInt(format!("-{}", it.value))),
            _ => None,
        },
        _ => None,
    };
    read.map_or_else(|| Mark::Other.into_type(), Type::Literal)
}

/// A number as it is written, where that is a number of JSON.
pub(crate) fn number(value: f64, raw: Option<&str>) -> Option<Literal> {
    let raw = raw.filter(|raw| serde_json::from_str::<Number>(raw).is_ok());
    value.is_finite().then(|| Literal::Number(raw.map_or_else(|| value.to_string(), str::to_owned)))
}

fn template(texts: &[TemplateElement<'_>], types: Vec<Type>) -> Type {
    let mut parts = Vec::with_capacity(texts.len() + types.len());
    let mut types = types.into_iter();
    for text in texts {
        match text.value.cooked.as_ref().filter(|_| !text.lone_surrogates) {
            Some(cooked) if cooked.is_empty() => {}
            Some(cooked) => parts.push(TemplatePart::Text(cooked.as_str().to_owned())),
            None => return Mark::Other.into_type(),
        }
        parts.extend(types.next().map(TemplatePart::Type));
    }
    Type::Template(parts)
}
