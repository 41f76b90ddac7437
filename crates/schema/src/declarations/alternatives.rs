//! The alternatives of a type, with its names resolved, and assignability between types.
//!
//! `Exclude`, `NonNullable`, keys and texts are computed alternative by alternative. An alias that is a union is as
//! many alternatives as the union has, however many aliases lead to it. An undecidable question has its own answer:
//! the answers are yes, no and unknown.

use super::lower::Resolver;
use super::program::limits;
use crate::ty::{Keyword, Literal, Member, MemberKind, Type};

/// Alternatives of one type.
const ALTERNATIVES: usize = 4_096;

impl Resolver<'_> {
    /// Returns the alternatives of a lowered type.
    ///
    /// The name of a type that is not a union stays a name, and so does the name of a type that is being lowered.
    pub(super) fn alternatives(&mut self, ty: &Type) -> Vec<Type> {
        let mut all = Vec::new();
        self.collect(ty, &mut all, 0);
        all
    }

    fn collect(&mut self, ty: &Type, all: &mut Vec<Type>, depth: usize) {
        if all.len() >= ALTERNATIVES || depth == limits::DEPTH {
            all.push(ty.clone());
            return;
        }
        match ty.bare() {
            Type::Union(members) => {
                for member in members {
                    self.collect(member, all, depth + 1);
                }
            }
            Type::Keyword(Keyword::Never) => {}
            Type::Reference { .. } => match self.resolved(ty) {
                Some(resolved) if matches!(resolved.bare(), Type::Union(_)) => {
                    self.collect(&resolved, all, depth + 1);
                }
                // A name of one value or of texts is that value.
                Some(resolved) if is_primitive(&resolved) => all.push(resolved),
                _ => all.push(ty.clone()),
            },
            _ => all.push(ty.clone()),
        }
    }

    /// Returns whether each value of `ty` is one of `of`; `None` if unknown.
    pub(super) fn is_assignable(&mut self, ty: &Type, of: &Type, depth: usize) -> Option<bool> {
        if ty == of || of.is_top() {
            return Some(true);
        }
        if depth > 16 {
            return None;
        }
        let (ty, of) = (self.resolved(ty)?, self.resolved(of)?);
        if let Type::Union(members) = of.bare() {
            let mut all = Some(false);
            for member in members {
                match self.is_assignable(&ty, member, depth + 1) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => all = None,
                }
            }
            return all;
        }
        if let Type::Union(members) = ty.bare() {
            let mut all = Some(true);
            for member in members {
                match self.is_assignable(member, &of, depth + 1) {
                    Some(false) => return Some(false),
                    Some(true) => {}
                    None => all = None,
                }
            }
            return all;
        }
        // Constraints narrow the type, so a comparison of the bare types does not prove that the value fits.
        let exact = of.clone().into_parts().0.keywords.is_empty();
        match (ty.bare(), of.bare()) {
            (_, of) if of.is_top() => Some(true),
            (Type::Keyword(Keyword::Never), _) => Some(true),
            (_, Type::Keyword(Keyword::Never)) => Some(false),
            (ty, _) if ty.is_top() => None,
            (Type::Object(members), Type::Object(wanted)) => self.has_members(members, wanted, depth),
            (Type::Array(element), Type::Array(of)) => self.is_assignable(element, of, depth + 1),
            // `{}` is every value but null and undefined.
            (ty, Type::Object(wanted)) if is_primitive(ty) => {
                let nothing = matches!(ty, Type::Keyword(Keyword::Null | Keyword::Undefined | Keyword::Void));
                if wanted.is_empty() { Some(!nothing) } else { Some(false) }
            }
            (Type::Object(_) | Type::Array(_) | Type::Tuple(_), Type::Keyword(Keyword::Object)) => Some(true),
            (Type::Object(_) | Type::Array(_) | Type::Tuple(_), of) if is_primitive(of) => Some(false),
            (ty, Type::Array(_) | Type::Tuple(_) | Type::Keyword(Keyword::Object)) if is_primitive(ty) => {
                Some(false)
            }
            (ty, of) if is_primitive(ty) && is_primitive(of) => primitive_within(ty, of, exact),
            _ => None,
        }
    }

    fn has_members(&mut self, members: &[Member], wanted: &[Member], depth: usize) -> Option<bool> {
        let mut all = Some(true);
        for want in wanted {
            let MemberKind::Property { name, optional: may_lack, ty: of, .. } = &want.kind else {
                return None;
            };
            let own = members.iter().find_map(|member| match &member.kind {
                MemberKind::Property { name: own, optional, ty, .. } if own == name => Some((*optional, ty)),
                _ => None,
            });
            let Some((optional, ty)) = own else {
                if *may_lack {
                    continue;
                }
                return Some(false);
            };
            if optional && !may_lack {
                return Some(false);
            }
            match self.is_assignable(ty, of, depth + 1) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => all = None,
            }
        }
        all
    }
}

/// Returns whether a type is a keyword or a literal of values that have no parts.
pub(super) fn is_primitive(ty: &Type) -> bool {
    match ty.bare() {
        Type::Literal(_) => true,
        Type::Keyword(word) => {
            !matches!(word, Keyword::Any | Keyword::Unknown | Keyword::Object | Keyword::Never)
        }
        _ => false,
    }
}

fn primitive_within(ty: &Type, of: &Type, exact: bool) -> Option<bool> {
    if ty == of {
        return exact.then_some(true);
    }
    let kind = |ty: &Type| match ty {
        Type::Literal(Literal::String(_)) => Keyword::String,
        Type::Literal(Literal::Number(_)) | Type::Keyword(Keyword::Integer) => Keyword::Number,
        Type::Literal(Literal::Boolean(_)) => Keyword::Boolean,
        Type::Literal(Literal::BigInt(_)) => Keyword::BigInt,
        Type::Keyword(word) => *word,
        _ => Keyword::Unknown,
    };
    if kind(ty) != kind(of) {
        return Some(false);
    }
    match (ty, of) {
        (Type::Literal(_), Type::Keyword(Keyword::Integer)) => None,
        (Type::Literal(_) | Type::Keyword(Keyword::Integer), Type::Keyword(_)) => exact.then_some(true),
        // One literal is not another, and `boolean` is not one of its values, and neither is `string`.
        _ => Some(false),
    }
}
