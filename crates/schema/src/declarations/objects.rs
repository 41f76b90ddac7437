//! Objects and keys of declarations: merging, looking up, and texts made of types.

use super::alternatives::is_primitive;
use super::lower::{Env, Resolver};
use super::members::{joined, key_names, merge};
use crate::escape;
use crate::loss::Action;
use crate::ty::{Constraints, ElementKind, Keyword, Literal, Member, MemberKind, TemplatePart, Type};

fn finite_texts(ty: &Type) -> Option<Vec<String>> {
    match ty.bare() {
        Type::Literal(Literal::Boolean(value)) => Some(vec![value.to_string()]),
        Type::Keyword(Keyword::Boolean) => Some(vec!["false".to_owned(), "true".to_owned()]),
        Type::Keyword(Keyword::Null) => Some(vec!["null".to_owned()]),
        Type::Keyword(Keyword::Undefined) => Some(vec!["undefined".to_owned()]),
        Type::Union(members) => {
            let mut texts = Vec::new();
            for member in members {
                texts.extend(finite_texts(member)?);
            }
            Some(texts)
        }
        ty => key_names(ty),
    }
}

impl Resolver<'_> {
    /// The key of an index signature: text, whatever it looks like.
    pub(super) fn index_key(&mut self, key: &Type, env: &Env) -> Type {
        match key {
            Type::Template(parts) => Type::Template(self.lower_parts(parts, env)),
            Type::Keyword(Keyword::Number | Keyword::Integer) => key.clone(),
            Type::Keyword(Keyword::String) => Type::Keyword(Keyword::String),
            _ => match self.ty(key, env).into_parts().1 {
                ty @ Type::Keyword(Keyword::Number | Keyword::String) => ty,
                _ => Type::Keyword(Keyword::String),
            },
        }
    }

    /// The parts of a template, their types lowered.
    pub(super) fn lower_parts(&mut self, parts: &[TemplatePart], env: &Env) -> Vec<TemplatePart> {
        let mut all = Vec::with_capacity(parts.len());
        for part in parts {
            all.push(match part {
                TemplatePart::Text(text) => TemplatePart::Text(text.clone()),
                TemplatePart::Type(ty) => {
                    let ty = self.ty(ty, env);
                    TemplatePart::Type(Type::union(self.alternatives(&ty)))
                }
            });
        }
        all
    }

    /// A template: the union of its texts if they are few, else a text with a pattern.
    pub(super) fn template(&mut self, parts: &[TemplatePart]) -> Type {
        /// Texts that are written out.
        const TEXTS: usize = 256;
        /// Bytes of all of them.
        const BYTES: usize = 16 * 1024;
        let mut texts = vec![String::new()];
        let mut finite = true;
        for part in parts {
            let choices = match part {
                TemplatePart::Text(text) => vec![text.clone()],
                TemplatePart::Type(ty) => match finite_texts(ty) {
                    Some(texts) => texts,
                    None => {
                        finite = false;
                        break;
                    }
                },
            };
            let bytes = |texts: &[String]| texts.iter().map(String::len).sum::<usize>();
            let size =
                bytes(&texts).saturating_mul(choices.len()) + bytes(&choices).saturating_mul(texts.len());
            if texts.len() * choices.len() > TEXTS || size > BYTES {
                finite = false;
                break;
            }
            texts = texts
                .iter()
                .flat_map(|text| choices.iter().map(move |choice| format!("{text}{choice}")))
                .collect();
        }
        if finite {
            return Type::union(texts.into_iter().map(|text| Type::Literal(Literal::String(text))).collect());
        }
        let mut pattern = String::from("^");
        for part in parts {
            match part {
                TemplatePart::Text(text) => escape::push_regex(&mut pattern, text),
                TemplatePart::Type(ty) => self.push_regex(&mut pattern, ty),
            }
        }
        pattern.push('$');
        let mut facts = Constraints::default();
        if pattern != "^[\\s\\S]*$" {
            facts.keywords.insert("pattern".to_owned(), pattern.into());
        }
        Type::Keyword(Keyword::String).refined(facts)
    }

    fn push_regex(&mut self, pattern: &mut String, ty: &Type) {
        match ty {
            Type::Keyword(Keyword::Number | Keyword::BigInt) => {
                pattern.push_str(r"-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?");
            }
            Type::Keyword(Keyword::Integer) => pattern.push_str(r"-?\d+"),
            Type::Union(members) => {
                pattern.push_str("(?:");
                for (at, member) in members.iter().enumerate() {
                    if at > 0 {
                        pattern.push('|');
                    }
                    self.push_regex(pattern, member);
                }
                pattern.push(')');
            }
            Type::Refined(refined) if matches!(refined.ty, Type::Keyword(Keyword::String)) => {
                let inner = refined.facts.keyword("pattern").and_then(|value| value.as_str());
                match inner
                    .and_then(|inner| inner.strip_prefix('^'))
                    .and_then(|inner| inner.strip_suffix('$'))
                {
                    Some(inner) => {
                        pattern.push_str("(?:");
                        pattern.push_str(inner);
                        pattern.push(')');
                    }
                    None => pattern.push_str(r"[\s\S]*"),
                }
            }
            ty => match finite_texts(ty) {
                Some(texts) if texts.len() == 1 => escape::push_regex(pattern, &texts[0]),
                Some(texts) => {
                    pattern.push_str("(?:");
                    for (at, text) in texts.iter().enumerate() {
                        if at > 0 {
                            pattern.push('|');
                        }
                        escape::push_regex(pattern, text);
                    }
                    pattern.push(')');
                }
                None => {
                    if !matches!(ty, Type::Keyword(Keyword::String | Keyword::Any)) {
                        self.lose("pattern", "", Action::Widened, "a part of a template may be any text");
                    }
                    pattern.push_str(r"[\s\S]*");
                }
            },
        }
    }

    /// Returns the members of an object type, of a name's type, or of the intersection of several.
    ///
    /// `None` if it is not an object type.
    pub(super) fn members_of(&mut self, ty: &Type) -> Option<Vec<Member>> {
        match self.resolved(ty)?.into_parts().1 {
            Type::Object(members) => Some(members),
            Type::Intersection(parts) => {
                let mut all = Vec::new();
                for part in &parts {
                    let members = self.members_of(part)?;
                    merge(&mut all, members);
                }
                Some(all)
            }
            _ => None,
        }
    }

    /// `A & B`: one object type if both are object types without further constraints.
    pub(super) fn intersection(&mut self, members: &[Type], env: &Env) -> Type {
        let mut all = Vec::with_capacity(members.len());
        for member in members {
            match self.ty(member, env) {
                Type::Intersection(inner) => all.extend(inner),
                ty => all.push(ty),
            }
        }
        // `T & {}` is `T` without null and undefined, whatever `T` is.
        let empty = |ty: &Type| matches!(ty.bare(), Type::Object(members) if members.is_empty());
        if all.iter().any(empty) && !all.iter().all(empty) {
            all.retain(|ty| !empty(ty));
            all = all.into_iter().map(|ty| self.non_null(ty)).collect();
        }
        if all.len() == 1 {
            return all.swap_remove(0);
        }
        if let Some(ty) = self.of_primitives(&all) {
            return ty;
        }
        let mut merged: Vec<Member> = Vec::new();
        let mut said = Constraints::default();
        for ty in &all {
            let Some(resolved) = self.resolved(ty) else { return Type::Intersection(all) };
            let (facts, bare) = resolved.into_parts();
            match bare {
                Type::Object(members) if facts.keywords.is_empty() => merge(&mut merged, members),
                _ => return Type::Intersection(all),
            }
            said = joined(said, facts);
        }
        Type::Object(merged).refined(said)
    }

    /// Lowers an intersection with texts, numbers and the like.
    ///
    /// `string & { brand: … }` is a text with a mark that only the compiler sees, and `keyof T & string` is the keys
    /// that are texts.
    fn of_primitives(&mut self, all: &[Type]) -> Option<Type> {
        let mut simple: Vec<Vec<Type>> = Vec::new();
        for ty in all {
            let parts = self.alternatives(ty);
            if !parts.is_empty() && parts.iter().all(is_primitive) {
                simple.push(parts);
            } else if !matches!(self.resolved(ty)?.bare(), Type::Object(_) | Type::Keyword(Keyword::Unknown))
            {
                return None;
            }
        }
        let mut left = simple.pop()?;
        for others in simple {
            let others = Type::Union(others);
            let mut kept = Vec::new();
            for ty in left {
                if self.is_assignable(&ty, &others, 0)? {
                    kept.push(ty);
                } else if let Type::Union(others) = &others {
                    // The wider of the two has the narrower values of the other.
                    for other in others {
                        if self.is_assignable(other, &ty, 0)? && !kept.contains(other) {
                            kept.push(other.clone());
                        }
                    }
                }
            }
            left = kept;
        }
        Some(Type::union(left))
    }

    /// `T[K]`.
    pub(super) fn indexed(&mut self, object: &Type, index: &Type) -> Type {
        let keys = self.alternatives(index);
        if matches!(index.bare(), Type::Union(_) | Type::Reference { .. })
            && keys != std::slice::from_ref(index)
        {
            let mut all: Vec<Type> = Vec::new();
            for key in &keys {
                let ty = self.indexed(object, key);
                if !all.contains(&ty) {
                    all.push(ty);
                }
            }
            return Type::union(all);
        }
        let found = self.resolved(object).and_then(|object| self.select(&object, index));
        found.unwrap_or_else(|| {
            self.unknown("indexed access", "", "the key of an indexed access was not found; it is `unknown`")
        })
    }

    fn select(&mut self, object: &Type, index: &Type) -> Option<Type> {
        match (object.bare(), index.bare()) {
            (Type::Keyword(word @ (Keyword::Any | Keyword::Unknown)), _) => Some(Type::Keyword(*word)),
            (Type::Array(element), Type::Keyword(Keyword::Number)) => Some((**element).clone()),
            (Type::Tuple(elements), Type::Keyword(Keyword::Number)) => {
                let mut all: Vec<Type> = Vec::new();
                for element in elements {
                    let ty = match (&element.ty, element.kind) {
                        (Type::Array(inner), ElementKind::Rest) => (**inner).clone(),
                        (ty, _) => ty.clone(),
                    };
                    if !all.contains(&ty) {
                        all.push(ty);
                    }
                }
                Some(Type::union(all))
            }
            (Type::Tuple(elements), Type::Literal(Literal::Number(at) | Literal::String(at))) => {
                elements.get(at.parse::<usize>().ok()?).map(|element| element.ty.clone())
            }
            (Type::Union(members), _) => {
                let mut all = Vec::with_capacity(members.len());
                for member in members {
                    let member = self.resolved(member)?;
                    all.push(self.select(&member, index)?);
                }
                Some(Type::Union(all))
            }
            (_, index) => {
                let members = self.members_of(object)?;
                let wanted = match index {
                    Type::Literal(Literal::String(name) | Literal::Number(name)) => Some(name),
                    Type::Keyword(Keyword::String | Keyword::Number) => None,
                    _ => return None,
                };
                let own = members.iter().find(|member| {
                    matches!(&member.kind, MemberKind::Property { name, .. } if Some(name) == wanted)
                });
                let any = || members.iter().find(|member| matches!(member.kind, MemberKind::Index { .. }));
                let member = own.or_else(any)?;
                member.kind.value().map(|ty| ty.clone().refined(member.facts.clone()))
            }
        }
    }
}
