//! The types that the language itself declares, and those that exist only in programs.

use super::alternatives::is_primitive;
use super::lower::{Env, Resolver};
use super::members::{add_members, closed_facts, key_names, literal_keys, without_undefined};
use super::program::{Mapped, Mark, Modifier};
use crate::loss::Action;
use crate::ty::{Constraints, Keyword, Literal, Member, MemberKind, Type, in_case};

fn with_format(format: &str) -> Type {
    let mut facts = Constraints::default();
    facts.keywords.insert("format".to_owned(), format.into());
    Type::Keyword(Keyword::String).refined(facts)
}

/// An object type that is an index signature.
fn index(key: Type, ty: Type) -> Type {
    Type::Object(vec![Member::index(key, without_undefined(ty).0)])
}

impl Resolver<'_> {
    /// Lowers a reference to a name that the text does not declare.
    pub(super) fn global(&mut self, name: &str, args: &[Type], env: &Env) -> Type {
        if let Some(head) = Mapped::from_name(name) {
            return self.mapped(&head, args, env);
        }
        if let Some(mark) = Mark::from_name(name) {
            let (keyword, message) = match mark {
                Mark::Conditional => {
                    ("conditional type", "conditional types are not computed; it is `unknown`")
                }
                Mark::Query => ("typeof", "values are not read; it is `unknown`"),
                Mark::Import => ("import", "other files are not read; it is `unknown`"),
                Mark::Function => ("function", "expected plain data, found a function; it is `unknown`"),
                Mark::Computed | Mark::Other => ("type", "expected a type of data; it is `unknown`"),
                Mark::TooLarge => ("type", "the type is too large or nests too deep; it is `unknown`"),
            };
            return self.unknown(keyword, "", message);
        }
        match (name, args) {
            (_, []) if self.is_kept(name) => Type::Reference { name: name.to_owned(), args: Vec::new() },
            ("Array" | "ReadonlyArray" | "Iterable" | "ArrayLike", [element]) => {
                Type::Array(Box::new(self.ty(element, env)))
            }
            ("Promise" | "PromiseLike" | "Awaited" | "Readonly" | "NoInfer", [inner]) => self.ty(inner, env),
            ("Partial", [inner]) => self.with_optional(inner, env, true),
            ("Required", [inner]) => self.with_optional(inner, env, false),
            ("Pick" | "Omit", [inner, keys]) => self.selected(inner, keys, env, name == "Pick"),
            ("Record", [keys, values]) => self.record(keys, values, env),
            ("Exclude" | "Extract", [from, of]) => self.filtered(from, of, env, name == "Extract"),
            ("NonNullable", [inner]) => {
                let ty = self.ty(inner, env);
                self.non_null(ty)
            }
            ("Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize", [inner]) => {
                let inner = self.ty(inner, env);
                self.cased(name, &inner)
            }
            ("Date", []) => with_format("date-time"),
            ("URL", []) => with_format("uri"),
            ("String", []) => Type::Keyword(Keyword::String),
            ("Number", []) => Type::Keyword(Keyword::Number),
            ("Boolean", []) => Type::Keyword(Keyword::Boolean),
            ("Object", []) => Type::Keyword(Keyword::Object),
            ("PropertyKey", []) => {
                Type::union(vec![Type::Keyword(Keyword::String), Type::Keyword(Keyword::Number)])
            }
            ("Array", []) => Type::Array(Box::new(Type::Keyword(Keyword::Unknown))),
            _ => {
                let shown = crate::escape::excerpt(name, 60);
                let message =
                    format!("`{shown}` is not declared here, or is not plain data; it is `unknown`");
                self.unknown("type", &shown, &message)
            }
        }
    }

    /// `Partial<T>` and `Required<T>`.
    fn with_optional(&mut self, inner: &Type, env: &Env, wanted: bool) -> Type {
        let ty = self.ty(inner, env);
        self.each_object(&ty, &mut |mut members| {
            for member in &mut members {
                if let MemberKind::Property { optional, .. } = &mut member.kind {
                    *optional = wanted;
                }
            }
            members
        })
    }

    /// Changes the members of an object type, and of each in a union.
    fn each_object(&mut self, ty: &Type, change: &mut dyn FnMut(Vec<Member>) -> Vec<Member>) -> Type {
        let Some(resolved) = self.resolved(ty) else {
            return self.unknown("type", "", "the type needs itself to be computed; it is `unknown`");
        };
        let mut all = Vec::new();
        for ty in self.alternatives(&resolved) {
            let facts = self.resolved(&ty).map(|ty| ty.into_parts().0).unwrap_or_default();
            all.push(match self.members_of(&ty) {
                Some(members) => Type::Object(change(members)).refined(facts),
                // A type without members of its own stays as it is.
                None if is_primitive(&ty) || matches!(ty.bare(), Type::Array(_) | Type::Tuple(_)) => ty,
                None => {
                    let message = "the members are not known here; the type was put in as it is";
                    self.lose("mapped type", "", Action::Widened, message);
                    ty
                }
            });
        }
        Type::union(all)
    }

    /// `T & {}`: a type without `null` and `undefined`.
    pub(super) fn non_null(&mut self, ty: Type) -> Type {
        let all = self.alternatives(&ty);
        let nothing = |ty: &Type| {
            matches!(ty.bare(), Type::Keyword(Keyword::Null | Keyword::Undefined | Keyword::Void))
        };
        // A reference that resolves to none of them keeps its name.
        if all.iter().any(nothing) {
            Type::union(all.into_iter().filter(|ty| !nothing(ty)).collect())
        } else {
            ty
        }
    }

    /// `Pick<T, K>` and `Omit<T, K>`.
    fn selected(&mut self, inner: &Type, keys: &Type, env: &Env, pick: bool) -> Type {
        let keys = self.ty(keys, env);
        let keys = Type::union(self.alternatives(&keys));
        let Some(names) = key_names(&keys) else {
            return self.unknown("keyof", "", "the keys are not known here; it is `unknown`");
        };
        let names: std::collections::HashSet<String> = names.into_iter().collect();
        let ty = self.ty(inner, env);
        self.each_object(&ty, &mut |mut members| {
            members.retain(|member| match &member.kind {
                MemberKind::Property { name, .. } => names.contains(name) == pick,
                _ => !pick,
            });
            members
        })
    }

    /// `Record<K, T>`.
    fn record(&mut self, keys: &Type, values: &Type, env: &Env) -> Type {
        if let Type::Template(_) = keys {
            let key = self.index_key(keys, env);
            let ty = self.ty(values, env);
            return index(key, ty);
        }
        let keys = self.ty(keys, env);
        let keys = self.alternatives(&keys);
        let ty = self.ty(values, env);
        if ty == Type::Keyword(Keyword::Never) {
            return Type::Object(Vec::new()).refined(closed_facts());
        }
        if let Some(names) = key_names(&Type::Union(keys.clone())) {
            let (facts, bare) = without_undefined(ty.clone()).0.into_parts();
            let optional = without_undefined(ty).1;
            let property = |name| Member {
                facts: facts.clone(),
                kind: MemberKind::Property { name, optional, readonly: false, ty: bare.clone() },
            };
            let mut members = Vec::new();
            add_members(&mut members, names.into_iter().map(property).collect());
            return Type::Object(members);
        }
        self.expect_texts(&keys);
        index(Type::Keyword(Keyword::String), ty)
    }

    /// Reports keys that become any text although they are fewer.
    fn expect_texts(&mut self, keys: &[Type]) {
        if !keys.contains(&Type::Keyword(Keyword::String))
            && !keys.iter().all(|key| *key == Type::Keyword(Keyword::Number))
        {
            self.lose("keyof", "", Action::Widened, "the keys are not known here; they are any text");
        }
    }

    /// `Exclude<T, U>` and `Extract<T, U>`.
    fn filtered(&mut self, from: &Type, of: &Type, env: &Env, extract: bool) -> Type {
        let (from, of) = (self.ty(from, env), self.ty(of, env));
        let values = |ty: &Type| matches!(ty.bare(), Type::Literal(Literal::Boolean(_)));
        let splits = self.alternatives(&of).iter().any(values);
        let mut kept = Vec::new();
        for ty in self.alternatives(&from) {
            // `boolean` is the union of its values.
            let parts = match ty.bare() {
                Type::Keyword(Keyword::Boolean) if splits => {
                    [true, false].map(|value| Type::Literal(Literal::Boolean(value))).to_vec()
                }
                _ => vec![ty],
            };
            for ty in parts {
                match self.is_assignable(&ty, &of, 0) {
                    Some(within) if within == extract => kept.push(ty),
                    Some(_) => {}
                    None => {
                        let name = if extract { "Extract" } else { "Exclude" };
                        let message = "whether a part of the type is meant is unknown; it was kept";
                        self.lose(name, &ty.to_string(), Action::Widened, message);
                        kept.push(ty);
                    }
                }
            }
        }
        Type::union(kept)
    }

    fn cased(&mut self, how: &str, ty: &Type) -> Type {
        let mut all = Vec::new();
        for ty in self.alternatives(ty) {
            let ty = match ty.bare() {
                Type::Literal(Literal::String(text)) => Type::Literal(Literal::String(in_case(how, text))),
                _ => {
                    self.lose(
                        how,
                        "",
                        Action::Widened,
                        "the case of a text is not expressed; it is any text",
                    );
                    Type::Keyword(Keyword::String)
                }
            };
            if !all.contains(&ty) {
                all.push(ty);
            }
        }
        Type::union(all)
    }

    /// A mapped type: a member for each key.
    fn mapped(&mut self, head: &Mapped, args: &[Type], env: &Env) -> Type {
        let Mapped { key, optional, readonly } = head;
        let [keys, values, rest @ ..] = args else { return Type::Object(Vec::new()) };
        // Over `keyof T` a member stays as optional as it is in `T`, and keeps its description and constraints.
        let base = match keys {
            Type::Keyof(inner) => {
                let inner = self.ty(inner, env);
                let resolved = self.resolved(&inner).unwrap_or(inner);
                if matches!(resolved.bare(), Type::Array(_) | Type::Tuple(_)) {
                    return self.unknown(
                        "mapped type",
                        "",
                        "a mapped array is not computed; it is `unknown`",
                    );
                }
                let Some(members) = self.members_of(&resolved) else {
                    return self.unknown("mapped type", "", "the keys are not known here; it is `unknown`");
                };
                Some(members)
            }
            _ => None,
        };
        let keys = match &base {
            Some(members) => literal_keys(members),
            None => {
                let keys = self.ty(keys, env);
                Type::Union(self.alternatives(&keys))
            }
        };
        let keys = if let Type::Union(keys) = keys { keys } else { vec![keys] };
        let mut members = Vec::new();
        for (at, literal) in keys.into_iter().enumerate() {
            let mut env = env.clone();
            env.push((key.clone(), literal.clone()));
            // The keys were made of the members, in their order.
            let old = base.as_ref().and_then(|members| members.get(at));
            let (was_optional, was_readonly) = match old.map(|member| &member.kind) {
                Some(MemberKind::Property { optional, readonly, .. }) => (*optional, *readonly),
                _ => (false, false),
            };
            let new_name = match rest.first() {
                Some(name) => {
                    let name = self.ty(name, &env);
                    Type::union(self.alternatives(&name))
                }
                None => literal.clone(),
            };
            let (ty, absent) = without_undefined(self.ty(values, &env));
            let (facts, ty) = ty.into_parts();
            let facts = match old {
                Some(old) if facts.description.is_empty() => {
                    let mut facts = facts;
                    facts.description.clone_from(&old.facts.description);
                    facts
                }
                _ => facts,
            };
            let sign = |modifier: &Modifier, was| match modifier {
                Modifier::Add => true,
                Modifier::Remove => false,
                Modifier::Keep => was,
            };
            match key_names(&new_name) {
                Some(names) => {
                    let property = |name| Member {
                        facts: facts.clone(),
                        kind: MemberKind::Property {
                            name,
                            optional: sign(optional, was_optional)
                                || (absent && *optional != Modifier::Remove),
                            readonly: sign(readonly, was_readonly),
                            ty: ty.clone(),
                        },
                    };
                    members.extend(names.into_iter().map(property));
                }
                None => {
                    let key = match &new_name {
                        Type::Keyword(Keyword::Number) => new_name.clone(),
                        _ => Type::Keyword(Keyword::String),
                    };
                    self.expect_texts(std::slice::from_ref(&new_name));
                    let kind = MemberKind::Index { name: "key".to_owned(), key, readonly: false, ty };
                    members.push(Member { facts, kind });
                }
            }
        }
        let mut all = Vec::with_capacity(members.len());
        add_members(&mut all, members);
        if all.is_empty() && *optional != Modifier::Keep {
            self.lose("mapped type", "", Action::Widened, "a mapped type without keys is an empty object");
        }
        Type::Object(all)
    }
}
