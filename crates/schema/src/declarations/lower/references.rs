//! Names in types: the declarations that they refer to, with their arguments.

use super::{Env, Lowered, Progress, Resolver};
use crate::declarations::members::add_members;
use crate::declarations::names::unique;
use crate::declarations::program::{Body, TypeParameter, limits};
use crate::loss::Action;
use crate::shape::Definition;
use crate::ty::{Constraints, Keyword, Literal, Member, Type, tags};

impl<'p> Resolver<'p> {
    /// Lowers a name with its arguments.
    pub(super) fn reference(&mut self, name: &str, args: &[Type], env: &Env) -> Type {
        if args.is_empty()
            && let Some((_, ty)) = env.iter().rev().find(|(param, _)| param == name)
        {
            // The nodes of the replacement are counted at every place.
            self.cost.steps += ty.nodes();
            return ty.clone();
        }
        if let Some((&name, places)) = self.places.get_key_value(name) {
            let declaration = &self.declarations[places[0]];
            if args.is_empty() {
                if self.reached.queued.insert(name) {
                    self.reached.queue.push_back(name);
                }
                return Type::Reference { name: name.to_owned(), args: Vec::new() };
            }
            let env = self.env(&declaration.params, args, env);
            return self.instance(name, &env);
        }
        if let Some((owner, member)) = name.rsplit_once('.')
            && let Some(places) = self.places.get(owner)
            && let Body::Enum(values) = &self.declarations[places[0]].body
        {
            return match values.iter().find(|(name, _, _)| name == member) {
                Some((_, Some(value), _)) => Type::Literal(value.clone()),
                Some(_) => Type::Keyword(Keyword::Number),
                None => self.unknown("enum", name, "the enum has no such member; it is `unknown`"),
            };
        }
        self.global(name, args, env)
    }

    /// A generic with its arguments put in. One that contains itself is a definition.
    fn instance(&mut self, name: &'p str, env: &Env) -> Type {
        use std::fmt::Write as _;
        let mut text = format!("{name}<");
        for (at, (_, ty)) in env.iter().enumerate() {
            let _ = write!(text, "{}{ty}", if at > 0 { ", " } else { "" });
        }
        text.push('>');
        self.cost.steps += text.len() / 16;
        if let Some((state, defined)) = self.instances.get_mut(&text) {
            let reference = |name: &str| Type::Reference { name: name.to_owned(), args: Vec::new() };
            return match state {
                Progress::Done(lowered) => match defined {
                    Some(defined) => reference(defined),
                    None => {
                        self.cost.steps += lowered.ty.nodes();
                        lowered.ty.clone().refined(lowered.facts.clone())
                    }
                },
                Progress::Open(used) => {
                    *used = true;
                    if defined.is_none() {
                        *defined = Some(unique(&wanted(&text), &mut self.taken));
                    }
                    reference(defined.as_deref().unwrap_or(name))
                }
            };
        }
        self.instances.insert(text.clone(), (Progress::Open(false), None));
        let lowered = self.declared(name, env);
        let Some((state, defined)) = self.instances.get_mut(&text) else { return lowered.ty };
        *state = Progress::Done(lowered.clone());
        match defined {
            Some(defined) => {
                let mut definition = Definition::new(defined.clone(), lowered.ty);
                definition.facts = lowered.facts;
                let reference = Type::Reference { name: defined.clone(), args: Vec::new() };
                self.recursive.push(definition);
                reference
            }
            None => lowered.ty.refined(lowered.facts),
        }
    }

    /// Returns a lowered type with its outermost name resolved; `None` while it is being lowered.
    pub(in super::super) fn resolved(&mut self, ty: &Type) -> Option<Type> {
        let Type::Reference { name, args } = ty.bare() else { return Some(ty.clone()) };
        if !args.is_empty() {
            return Some(ty.clone());
        }
        if let Some((&name, _)) = self.places.get_key_value(name.as_str()) {
            // It is followed, so it counts as a level.
            if self.cost.depth == limits::DEPTH {
                return None;
            }
            self.cost.depth += 1;
            let resolved = self.body(name).and_then(|lowered| {
                self.cost.steps += lowered.ty.nodes();
                match lowered.ty {
                    alias @ Type::Reference { .. } => self.resolved(&alias),
                    ty => Some(ty),
                }
            });
            self.cost.depth -= 1;
            return resolved;
        }
        self.recursive
            .iter()
            .find(|definition| definition.name == *name)
            .map(|definition| definition.ty.clone())
    }

    /// Returns the type of a name without arguments; `None` while it is being lowered.
    pub(super) fn body(&mut self, name: &'p str) -> Option<Lowered> {
        match self.bodies.get_mut(name) {
            Some(Progress::Done(lowered)) => return Some(lowered.clone()),
            Some(Progress::Open(_)) => return None,
            None => {}
        }
        self.bodies.insert(name, Progress::Open(false));
        let path = std::mem::replace(&mut self.report.path, vec![name.to_owned()]);
        let at = self.places[name][0];
        let env = self.env(&self.declarations[at].params, &[], &Env::new());
        let lowered = self.declared(name, &env);
        self.report.path = path;
        self.bodies.insert(name, Progress::Done(lowered.clone()));
        Some(lowered)
    }

    /// The type parameters of a declaration with these arguments.
    fn env(&mut self, params: &'p [TypeParameter], args: &[Type], outer: &Env) -> Env {
        let mut env = Env::with_capacity(params.len());
        for (at, param) in params.iter().enumerate() {
            let ty = match (args.get(at), &param.default, &param.bound) {
                (Some(arg), _, _) => self.ty(arg, outer),
                (None, Some(default), _) => {
                    let inner = env.clone();
                    self.ty(default, &inner)
                }
                (None, None, Some(bound)) if args.is_empty() => {
                    let inner = env.clone();
                    self.ty(bound, &inner)
                }
                (None, None, _) => {
                    self.unknown("generic", &param.name, "a type argument is missing; it is `unknown`")
                }
            };
            env.push((param.name.clone(), ty));
        }
        env
    }

    /// The type that a name declares, its type parameters being `env`.
    fn declared(&mut self, name: &'p str, env: &Env) -> Lowered {
        let declarations = self.declarations;
        let places = self.places[name].clone();
        let mut facts = Constraints::default();
        let mut members: Option<Vec<Member>> = None;
        let mut other = None;
        for at in places {
            let declaration = &declarations[at];
            if facts.is_empty() {
                facts = declaration.facts.clone();
            }
            match &declaration.body {
                Body::Interface { extends, members: own } => {
                    let mut all = members.take().unwrap_or_default();
                    for base in extends {
                        self.extend(&mut all, base, env);
                    }
                    add_members(&mut all, self.members(own, env));
                    members = Some(all);
                }
                Body::Alias(ty) => other = Some(self.ty(ty, env)),
                Body::Enum(values) => other = Some(self.enumeration(values)),
                Body::Class => {
                    other = Some(self.unknown(
                        "class",
                        name,
                        "expected plain data, found a class; it is `unknown`",
                    ));
                }
            }
        }
        self.note(&facts);
        let mut ty = match (members, other) {
            (Some(members), _) => Type::Object(members),
            (None, Some(ty)) => ty,
            (None, None) => Type::Keyword(Keyword::Unknown),
        };
        let key = tags::take_key(&mut facts);
        tags::settle(&mut facts, &mut ty);
        let (mut facts, ty) = ty.refined(facts).into_parts();
        if let Some(key) = key {
            tags::put_key(&mut facts, key);
        }
        Lowered { facts, ty }
    }

    /// Returns whether a name that is not declared stays as it is.
    pub(in super::super) fn is_kept(&self, name: &str) -> bool {
        self.kept.contains(&name)
    }

    fn extend(&mut self, members: &mut Vec<Member>, base: &'p Type, env: &Env) {
        let lowered = self.ty(base, env);
        match self.members_of(&lowered) {
            Some(inherited) => add_members(members, inherited),
            None => self.lose(
                "extends",
                &base.to_string(),
                Action::Widened,
                "expected an object type that is declared here as the base; its members are unknown",
            ),
        }
    }

    fn enumeration(&mut self, values: &[(String, Option<Literal>, Constraints)]) -> Type {
        let mut members = Vec::new();
        for (name, value, facts) in values {
            let ty = match value {
                Some(value) => Type::Literal(value.clone()),
                None => {
                    self.lose("enum", name, Action::Widened, "the value is computed; it may be any number");
                    Type::Keyword(Keyword::Number)
                }
            };
            let ty = ty.refined(facts.clone());
            if !members.contains(&ty) {
                members.push(ty);
            }
        }
        Type::union(members)
    }
}

/// A name for an instance: `Page<Item>` is `Page_Item`.
fn wanted(text: &str) -> String {
    /// Longer ones are cut; a number keeps them apart.
    const LENGTH: usize = 60;
    let mut name = String::new();
    for c in text.chars().take(LENGTH) {
        if crate::escape::is_identifier_part(c) {
            name.push(c);
        } else if !name.ends_with('_') {
            name.push('_');
        }
    }
    name.truncate(name.trim_end_matches('_').len());
    name
}
