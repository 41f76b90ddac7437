//! Comparison of a value with a type.
//!
//! The decision: **only a certain mismatch is one**. A hole fits every type. A type without certain knowledge of its
//! values accepts all of them. So does a type beyond the bounds of the search, because named definitions may be
//! recursive. The caller words the one mismatch that is reported; the attempts of a union have no message.
//!
//! It is not a validator of JSON Schema (that is `validate`): of the keywords it compares bounds and listed values.
//!
//! ```
//! use serde_json::json;
//! use webagents_schema::conform::{TypeContext, PartialValue, conform};
//! use webagents_schema::ty::{self, Constraints};
//!
//! let (ty, none) = (ty::parse("{ id: string; tags?: string[] }").unwrap(), Constraints::default());
//! let value = PartialValue::from(&json!({ "id": "a", "tags": ["b", 1] }));
//! let context = TypeContext::default();
//! let mismatch = conform(&value, &none, &ty, &context).unwrap_err();
//! assert_eq!(mismatch.path(), ".tags[1]");
//! ```

mod value;
mod values;

use std::collections::{HashMap, HashSet};

use crate::shape::Definition;
use crate::ty::{Constraints, ElementKind, Keyword, Member, MemberKind, Type};
use serde_json::Value as Json;

pub use self::value::{PartialValue, ValueLanguage};
use self::values::{differs, keyword, single};

/// Steps of one look at a literal: types, names and listed values that it is compared with.
const STEPS: usize = 20_000;
/// Levels of a type and its definitions that are followed.
const DEPTH: usize = 200;

/// Named types and settings that [`conform`] uses to compare a value with a type.
#[derive(Debug, Clone, Default)]
pub struct TypeContext {
    /// Definitions of the named types that a compared type refers to, by their TypeScript names.
    pub definitions: HashMap<String, Definition>,
    /// Choice of objects that mismatch because of an undeclared member: all, or those of closed types.
    pub undeclared: Undeclared,
    /// Language in which the compared values are written: JavaScript or JSON.
    pub language: ValueLanguage,
    /// Constraints of a value that has none.
    nothing: Constraints,
}

impl TypeContext {
    /// Creates a context of named types, a rule for undeclared members, and the values' language.
    pub fn new(
        definitions: HashMap<String, Definition>,
        undeclared: Undeclared,
        language: ValueLanguage,
    ) -> Self {
        Self { definitions, undeclared, language, nothing: Constraints::default() }
    }
}

/// Choice of objects that mismatch because of an undeclared member: all, or those of closed types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Undeclared {
    /// An undeclared member is a mismatch, as for the compiler in a fresh literal.
    ///
    /// It is for types written in TypeScript.
    #[default]
    Wrong,
    /// An undeclared member is a mismatch only if the object is closed.
    ///
    /// It is for types made of a JSON Schema.
    WrongIfClosed,
}

/// Checks that `value` may be of type `ty` and within the bounds and listed values of `facts`.
///
/// # Errors
///
/// When the value certainly is not one of the type.
pub fn conform<'t>(
    value: &'t PartialValue,
    facts: &'t Constraints,
    ty: &'t Type,
    context: &'t TypeContext,
) -> Result<(), Mismatch<'t>> {
    let mut work = Comparison { context, steps: STEPS, depth: 0, path: Vec::new() };
    work.check(value, facts, ty, Extra::Refuse)
}

/// A step into a value.
#[derive(Debug, Clone, Copy)]
enum Step<'t> {
    Member(&'t str),
    Element(usize),
}

/// A part of a JavaScript or JSON value that does not fit its type, with the reason.
#[derive(Debug)]
pub struct Mismatch<'t> {
    path: Vec<Step<'t>>,
    /// Reason why the part of the value does not fit its type.
    pub kind: MismatchKind<'t>,
}

impl Mismatch<'_> {
    /// Returns the path, such as `.sort[0]`, from the whole value to the part that does not fit its type.
    pub fn path(&self) -> String {
        let step = |step: &Step<'_>| match step {
            Step::Member(name) => format!(".{name}"),
            Step::Element(index) => format!("[{index}]"),
        };
        self.path.iter().map(step).collect()
    }
}

/// Reason why a part of a value does not fit its type, such as a missing member.
#[derive(Debug)]
pub enum MismatchKind<'t> {
    /// The value is not of the type.
    Type(&'t Type, &'t PartialValue),
    /// The object lacks a member of this name.
    Lacks(&'t str),
    /// The object has a member that is not declared; the declared ones follow.
    Undeclared(&'t str, Vec<&'t str>),
    /// The value is out of a bound: `at least #`, the number, and the value.
    Bound(&'static str, &'t Json, &'t PartialValue),
    /// The value is not in the list of the schema.
    Listed(&'t PartialValue),
}

type Checked<'t> = Result<(), Mismatch<'t>>;

/// Treatment of members that the type does not name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extra {
    /// They are wrong if [`Undeclared`] selects this object.
    Refuse,
    /// They may belong to another part of the type.
    Allow,
}

struct Comparison<'t> {
    context: &'t TypeContext,
    steps: usize,
    depth: usize,
    path: Vec<Step<'t>>,
}

impl<'t> Comparison<'t> {
    /// Takes `steps` from the budget and returns whether it had that many.
    fn spend(&mut self, steps: usize) -> bool {
        let enough = self.steps >= steps;
        self.steps = self.steps.saturating_sub(steps);
        enough
    }

    fn nothing(&self) -> &'t Constraints {
        let context: &'t TypeContext = self.context;
        &context.nothing
    }

    fn mismatch(&self, kind: MismatchKind<'t>) -> Mismatch<'t> {
        Mismatch { path: self.path.clone(), kind }
    }

    fn check(
        &mut self,
        literal: &'t PartialValue,
        facts: &'t Constraints,
        ty: &'t Type,
        extra: Extra,
    ) -> Checked<'t> {
        if matches!(literal, PartialValue::Hole) || self.depth == DEPTH || !self.spend(1) {
            return Ok(());
        }
        self.depth += 1;
        let checked = self.ty(literal, facts, ty, extra).and_then(|()| self.keywords(literal, facts));
        self.depth -= 1;
        checked
    }

    fn ty(
        &mut self,
        literal: &'t PartialValue,
        facts: &'t Constraints,
        ty: &'t Type,
        extra: Extra,
    ) -> Checked<'t> {
        let fits = match ty {
            Type::Refined(refined) => {
                self.keywords(literal, &refined.facts)?;
                let outer = facts.keyword("additionalProperties").is_some();
                return self.ty(literal, if outer { facts } else { &refined.facts }, &refined.ty, extra);
            }
            Type::Keyword(word) => keyword(literal, *word, self.context.language),
            Type::Literal(value) => single(literal, value, self.context.language),
            Type::Template(_) => matches!(literal, PartialValue::String(_)),
            Type::Union(members) => return self.union(literal, ty, members, extra),
            Type::Intersection(members) => {
                return members
                    .iter()
                    .try_for_each(|member| self.check(literal, self.nothing(), member, Extra::Allow));
            }
            Type::Readonly(inner) => return self.check(literal, facts, inner, extra),
            Type::Array(element) => match literal {
                PartialValue::Array { elements, .. } => return self.all(elements, element, extra),
                _ => false,
            },
            Type::Reference { name, args } => return self.reference(literal, ty, name, args, extra),
            Type::Tuple(types) => match literal {
                PartialValue::Array { elements, open } => {
                    let flat = types.iter().all(|element| element.kind != ElementKind::Rest);
                    let least = types.iter().filter(|element| element.kind == ElementKind::Required).count();
                    if flat && (elements.len() > types.len() || (!open && elements.len() < least)) {
                        return Err(self.mismatch(MismatchKind::Type(ty, literal)));
                    }
                    let before_rest = types.iter().take_while(|element| element.kind != ElementKind::Rest);
                    for (index, (element, one)) in elements.iter().zip(before_rest).enumerate() {
                        if *element != PartialValue::Undefined || one.kind == ElementKind::Required {
                            self.within(element, self.nothing(), &one.ty, Step::Element(index), extra)?;
                        }
                    }
                    return Ok(());
                }
                _ => false,
            },
            Type::Object(members) => return self.object(literal, facts, ty, members, extra),
            Type::Function(_) => {
                self.context.language == ValueLanguage::Json || matches!(literal, PartialValue::Function)
            }
            // No other type is certain, including kinds of types that this crate does not know.
            _ => true,
        };
        if fits { Ok(()) } else { Err(self.mismatch(MismatchKind::Type(ty, literal))) }
    }

    fn reference(
        &mut self,
        literal: &'t PartialValue,
        ty: &'t Type,
        name: &str,
        args: &'t [Type],
        extra: Extra,
    ) -> Checked<'t> {
        let context: &'t TypeContext = self.context;
        if args.is_empty()
            && let Some(definition) = context.definitions.get(name)
        {
            return self.check(literal, &definition.facts, &definition.ty, extra);
        }
        let fits = match (name, literal) {
            ("Array" | "ReadonlyArray", PartialValue::Array { elements, .. }) => {
                return args.first().map_or(Ok(()), |element| self.all(elements, element, extra));
            }
            ("Record", PartialValue::Object { members, .. }) => {
                let Some(value) = args.get(1) else { return Ok(()) };
                for (name, member) in members {
                    if *value == Type::Keyword(Keyword::Never) {
                        return Err(self.mismatch(MismatchKind::Undeclared(name, Vec::new())));
                    }
                    self.within(member, self.nothing(), value, Step::Member(name), extra)?;
                }
                true
            }
            // The compiler takes arrays and functions for some records.
            ("Record", PartialValue::Array { .. } | PartialValue::Function) => {
                context.language == ValueLanguage::JavaScript
            }
            ("Array" | "ReadonlyArray" | "Record", _) => false,
            _ => true,
        };
        if fits { Ok(()) } else { Err(self.mismatch(MismatchKind::Type(ty, literal))) }
    }

    fn all(&mut self, elements: &'t [PartialValue], ty: &'t Type, extra: Extra) -> Checked<'t> {
        let mut elements = elements.iter().enumerate();
        elements
            .try_for_each(|(index, one)| self.within(one, self.nothing(), ty, Step::Element(index), extra))
    }

    fn within(
        &mut self,
        literal: &'t PartialValue,
        facts: &'t Constraints,
        ty: &'t Type,
        step: Step<'t>,
        extra: Extra,
    ) -> Checked<'t> {
        self.path.push(step);
        let checked = self.check(literal, facts, ty, extra);
        self.path.pop();
        checked
    }

    fn union(
        &mut self,
        literal: &'t PartialValue,
        ty: &'t Type,
        members: &'t [Type],
        extra: Extra,
    ) -> Checked<'t> {
        let mut found = None;
        let mut candidates = 0;
        for member in members {
            // A member that another object of the union names is not one too many.
            let Err(error) = self.check(literal, self.nothing(), member, Extra::Allow) else {
                return self.extra_of_union(literal, members, extra);
            };
            let same_shape = matches!(
                (literal, self.meant(member).1),
                (PartialValue::Object { .. }, Type::Object(_))
                    | (PartialValue::Array { .. }, Type::Array(_) | Type::Tuple(_))
            );
            // A number that is out of its bounds is a number.
            if same_shape || matches!(error.kind, MismatchKind::Bound(..)) {
                candidates += 1;
                found = Some(error);
            }
        }
        // With one object or array in the union, the mismatch inside it is more precise than the union.
        Err(found
            .filter(|_| candidates == 1)
            .unwrap_or_else(|| self.mismatch(MismatchKind::Type(ty, literal))))
    }

    /// The facts and the type that a type refers to; at most one name is followed.
    fn meant(&self, ty: &'t Type) -> (&'t Constraints, &'t Type) {
        let context: &'t TypeContext = self.context;
        match ty {
            Type::Refined(refined) => (&refined.facts, &refined.ty),
            Type::Reference { name, args } if args.is_empty() => match context.definitions.get(name) {
                Some(definition) => (&definition.facts, &definition.ty),
                None => (self.nothing(), ty),
            },
            ty => (self.nothing(), ty),
        }
    }

    /// Members of a literal that no object of a union names.
    fn extra_of_union(
        &mut self,
        literal: &'t PartialValue,
        members: &'t [Type],
        extra: Extra,
    ) -> Checked<'t> {
        let PartialValue::Object { members: given, .. } = literal else { return Ok(()) };
        if extra == Extra::Allow {
            return Ok(());
        }
        let mut names = Vec::new();
        for member in members {
            match self.meant(member) {
                (facts, Type::Object(members)) if !members.is_empty() && self.refuses(facts) => {
                    match property_names(members) {
                        Some(more) => names.extend(more),
                        None => return Ok(()),
                    }
                }
                (
                    _,
                    Type::Literal(_)
                    | Type::Template(_)
                    | Type::Array(_)
                    | Type::Tuple(_)
                    | Type::Keyword(
                        Keyword::String
                        | Keyword::Number
                        | Keyword::Integer
                        | Keyword::Boolean
                        | Keyword::Null
                        | Keyword::Undefined
                        | Keyword::Void
                        | Keyword::BigInt,
                    ),
                ) => {}
                _ => return Ok(()),
            }
        }
        self.undeclared(given, names)
    }

    /// Returns whether an object type with these facts rejects members that it does not declare.
    fn refuses(&self, facts: &Constraints) -> bool {
        match (self.context.undeclared, facts.keyword("additionalProperties")) {
            (_, Some(others)) => *others == Json::Bool(false),
            (undeclared, None) => undeclared == Undeclared::Wrong,
        }
    }

    fn undeclared(&mut self, given: &'t [(String, PartialValue)], names: Vec<&'t str>) -> Checked<'t> {
        if !self.spend(given.len() + names.len()) {
            return Ok(());
        }
        let declared: HashSet<&str> = names.iter().copied().collect();
        match given.iter().find(|(name, _)| !declared.contains(name.as_str())) {
            Some((name, _)) => Err(self.mismatch(MismatchKind::Undeclared(name, names))),
            None => Ok(()),
        }
    }

    fn object(
        &mut self,
        literal: &'t PartialValue,
        facts: &'t Constraints,
        ty: &'t Type,
        members: &'t [Member],
        extra: Extra,
    ) -> Checked<'t> {
        let PartialValue::Object { members: given, open } = literal else {
            let certain = match literal {
                PartialValue::Null | PartialValue::Undefined => true,
                // No other value of JSON has members.
                _ if self.context.language == ValueLanguage::Json => !members.is_empty(),
                // These have members of their own, such as `length`. The mismatch is certain only if the type
                // requires another.
                PartialValue::Boolean(_)
                | PartialValue::Number(_)
                | PartialValue::BigInt
                | PartialValue::String(_) => members.iter().any(|member| match &member.kind {
                    MemberKind::Property { name, optional: false, .. } => !COMMON.contains(&name.as_str()),
                    _ => false,
                }),
                _ => false,
            };
            return if certain { Err(self.mismatch(MismatchKind::Type(ty, literal))) } else { Ok(()) };
        };
        if !self.spend(given.len() + members.len()) {
            return Ok(());
        }
        // The last of two members of one name counts.
        let values: HashMap<&str, &'t PartialValue> =
            given.iter().map(|(name, value)| (name.as_str(), value)).collect();
        for member in members {
            let MemberKind::Property { name, optional, ty: value, .. } = &member.kind else { continue };
            match values.get(name.as_str()) {
                Some(PartialValue::Undefined) if *optional => {}
                Some(one) => self.within(one, &member.facts, value, Step::Member(name), Extra::Refuse)?,
                None if !optional && !open => return Err(self.mismatch(MismatchKind::Lacks(name))),
                None => {}
            }
        }
        // `{}` takes every object.
        let anything = members.is_empty() && facts.keyword("additionalProperties").is_none();
        if extra == Extra::Allow || anything || !self.refuses(facts) {
            return Ok(());
        }
        match property_names(members) {
            Some(names) => self.undeclared(given, names),
            None => Ok(()),
        }
    }

    /// Checks the keywords of a type, as far as the literal certainly violates them.
    ///
    /// `null` is left out: old dialects allow it with a list of values.
    fn keywords(&mut self, literal: &'t PartialValue, facts: &'t Constraints) -> Checked<'t> {
        for (name, value) in &facts.keywords {
            let number = value.as_f64();
            let size = value.as_u64().and_then(|size| usize::try_from(size).ok());
            let bound = match (name.as_str(), literal) {
                ("minimum", PartialValue::Number(is)) if number.is_some_and(|least| *is < least) => {
                    "at least #"
                }
                ("maximum", PartialValue::Number(is)) if number.is_some_and(|most| *is > most) => "at most #",
                ("exclusiveMinimum", PartialValue::Number(is))
                    if number.is_some_and(|least| *is <= least) =>
                {
                    "more than #"
                }
                ("exclusiveMaximum", PartialValue::Number(is)) if number.is_some_and(|most| *is >= most) => {
                    "less than #"
                }
                ("minLength", PartialValue::String(Some(text)))
                    if size.is_some_and(|least| text.chars().count() < least) =>
                {
                    "a text of at least # characters"
                }
                ("maxLength", PartialValue::String(Some(text)))
                    if size.is_some_and(|most| text.chars().count() > most) =>
                {
                    "a text of at most # characters"
                }
                ("minItems", PartialValue::Array { elements, open: false })
                    if size.is_some_and(|least| elements.len() < least) =>
                {
                    "a list of at least # elements"
                }
                ("maxItems", PartialValue::Array { elements, .. })
                    if size.is_some_and(|most| elements.len() > most) =>
                {
                    "a list of at most # elements"
                }
                ("const", literal) if *literal != PartialValue::Null && differs(literal, value) => {
                    "equal to #"
                }
                ("enum", literal) if *literal != PartialValue::Null => {
                    let values = value.as_array().map_or(&[][..], Vec::as_slice);
                    if self.spend(values.len()) && !values.is_empty() {
                        let listed = values.iter().any(|value| !differs(literal, value));
                        if !listed {
                            return Err(self.mismatch(MismatchKind::Listed(literal)));
                        }
                    }
                    continue;
                }
                _ => continue,
            };
            return Err(self.mismatch(MismatchKind::Bound(bound, value, literal)));
        }
        Ok(())
    }
}

/// The names of an object type that has nothing but named members.
fn property_names(members: &[Member]) -> Option<Vec<&str>> {
    members
        .iter()
        .map(|member| match &member.kind {
            MemberKind::Property { name, .. } | MemberKind::Method { name, .. } => Some(name.as_str()),
            _ => None,
        })
        .collect()
}

/// Members that texts, numbers and the like have as well.
const COMMON: [&str; 5] = ["length", "toString", "valueOf", "toLocaleString", "constructor"];
