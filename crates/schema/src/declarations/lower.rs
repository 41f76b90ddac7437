//! Resolving what declarations say of each other.
//!
//! One pass over the types that a root reaches. Names without arguments are queued, not followed; what has to
//! be followed (a base, the argument of `keyof`, an instance of a generic) is followed with a count of levels
//! and of steps, and what is beyond becomes `unknown` with a loss. So any text ends, and soon.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;

use super::constants::Constant;
use super::members::{
    add_members, closed_facts, joined, literal_keys, nodes, number_text, without_undefined,
};
use super::names::unique;
use super::options::Objects;
use super::program::{Body, Declaration, limits};
use crate::loss::{Action, Loss};
use crate::shape::{Definition, Shape};
use crate::ty::source::{Mark, TypeParameter};
use crate::ty::{Constraints, ElementKind, Keyword, Literal, Member, MemberKind, TupleElement, Type, tags};

/// Types by the names of the type parameters in scope.
pub(super) type Env = Vec<(String, Type)>;

/// A declared name, or an instance of one, that was lowered.
#[derive(Clone)]
struct Lowered {
    facts: Constraints,
    ty: Type,
}

/// Progress of the lowering of a name.
enum State {
    /// It is being lowered. The flag: something referred to it meanwhile.
    Open(bool),
    Done(Lowered),
}

pub(super) struct Lower<'p> {
    declarations: &'p [Declaration],
    /// The declarations of each name, in order.
    places: HashMap<&'p str, Vec<usize>>,
    objects: Objects,
    losses: Vec<Loss>,
    reported: HashSet<String>,
    /// Place of the current type, for losses.
    path: Vec<String>,
    steps: usize,
    depth: usize,
    /// Names without arguments.
    bodies: HashMap<&'p str, State>,
    /// Names that a type refers to and that are to be lowered.
    queue: VecDeque<&'p str>,
    queued: HashSet<&'p str>,
    /// Instances of generics by their text, with their name as a definition.
    instances: HashMap<String, (State, Option<String>)>,
    /// Definitions of recursive instances.
    recursive: Vec<Definition>,
    taken: HashSet<String>,
    /// A keyword refers to a definition by its key, so that every declaration may be meant.
    all: bool,
}

/// Levels of a type that takes the place of a name.
const HEIGHT: usize = 64;

impl<'p> Lower<'p> {
    pub(super) fn new(declarations: &'p [Declaration], objects: Objects, losses: Vec<Loss>) -> Self {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, declaration) in declarations.iter().enumerate() {
            places.entry(&declaration.name).or_default().push(at);
        }
        let taken = declarations.iter().map(|declaration| declaration.name.clone()).collect();
        Self {
            declarations,
            places,
            objects,
            losses,
            reported: HashSet::new(),
            path: Vec::new(),
            steps: 0,
            depth: 0,
            bodies: HashMap::new(),
            queue: VecDeque::new(),
            queued: HashSet::new(),
            instances: HashMap::new(),
            recursive: Vec::new(),
            taken,
            all: false,
        }
    }

    pub(super) fn into_losses(self) -> Vec<Loss> {
        self.losses
    }

    /// The shape of a declared name.
    pub(super) fn shape(&mut self, root: &str) -> Shape {
        self.queue.clear();
        self.queued.clear();
        self.recursive.clear();
        self.instances.clear();
        self.bodies.clear();
        self.all = false;
        self.steps = 0;
        let Some((&root, _)) = self.places.get_key_value(root) else { return Shape::new(Type::ANY) };
        let lowered = self.body(root);
        self.lower_queue();
        if self.all {
            for declaration in self.declarations {
                let name = declaration.name.as_str();
                if name != root && declaration.params.is_empty() && self.queued.insert(name) {
                    self.queue.push_back(name);
                }
            }
            self.lower_queue();
        }
        let mut definitions = Vec::new();
        // In the order of the source; an interface may be declared in parts.
        for (at, declaration) in self.declarations.iter().enumerate() {
            let name = declaration.name.as_str();
            if !self.queued.contains(name) || self.places[name][0] != at {
                continue;
            }
            if let Some(State::Done(lowered)) = self.bodies.get(name) {
                let mut definition = Definition::new(name, lowered.ty.clone());
                definition.facts = lowered.facts.clone();
                if let Some(key) = tags::take_key(&mut definition.facts) {
                    definition.key = key;
                }
                definitions.push(definition);
            }
        }
        let mut shape = match lowered {
            // A root that refers to itself is a definition like others.
            Some(_) if self.queued.contains(root) => {
                Shape::new(Type::Reference { name: root.to_owned(), args: Vec::new() })
            }
            Some(lowered) => {
                let mut shape = Shape::new(lowered.ty);
                shape.facts = lowered.facts;
                tags::take_key(&mut shape.facts);
                shape
            }
            None => Shape::new(Type::ANY),
        };
        shape.definitions = definitions;
        shape.definitions.append(&mut self.recursive);
        if !self.all {
            keep_reached(&mut shape);
        }
        shape
    }

    fn lower_queue(&mut self) {
        while let Some(name) = self.queue.pop_front() {
            self.path.clear();
            self.body(name);
        }
    }

    /// Notes which definitions the keywords of facts refer to.
    fn note(&mut self, facts: &Constraints) {
        self.all = self.all || facts.keywords.iter().any(|(name, value)| refers(name, value, 0));
    }

    /// Reports a loss, once for each place and keyword.
    pub(super) fn lose(&mut self, keyword: &str, value: &str, action: Action, message: &str) {
        let mut place = String::new();
        for step in &self.path {
            place = crate::loss::pointer(&place, step);
        }
        if self.losses.len() < limits::LOSSES && self.reported.insert(format!("{place}\n{keyword}\n{value}"))
        {
            let value = if value.is_empty() { Value::Null } else { Value::String(value.to_owned()) };
            self.losses.push(Loss::new(place, keyword, value, action, message));
        }
    }

    pub(super) fn unknown(&mut self, what: &str, value: &str, message: &str) -> Type {
        self.lose(what, value, Action::Widened, message);
        Type::Keyword(Keyword::Unknown)
    }

    /// Returns the type of a name without arguments; `None` while it is being lowered.
    fn body(&mut self, name: &'p str) -> Option<Lowered> {
        match self.bodies.get_mut(name) {
            Some(State::Done(lowered)) => return Some(lowered.clone()),
            Some(State::Open(_)) => return None,
            None => {}
        }
        self.bodies.insert(name, State::Open(false));
        let path = std::mem::replace(&mut self.path, vec![name.to_owned()]);
        let at = self.places[name][0];
        let env = self.env(&self.declarations[at].params, &[], &Env::new());
        let lowered = self.declared(name, &env);
        self.path = path;
        self.bodies.insert(name, State::Done(lowered.clone()));
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
                    other = Some(self.unknown("class", name, "a class is no plain data; it is `unknown`"));
                }
            }
        }
        self.note(&facts);
        let mut ty = match (members, other) {
            (Some(members), _) => self.close(Type::Object(members)),
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

    fn extend(&mut self, members: &mut Vec<Member>, base: &'p Type, env: &Env) {
        let lowered = self.ty(base, env);
        match self.members_of(&lowered) {
            Some(inherited) => add_members(members, inherited),
            None => self.lose(
                "extends",
                &base.to_string(),
                Action::Widened,
                "the base is no object type that is declared here; its members are unknown",
            ),
        }
    }

    fn enumeration(&mut self, values: &[(String, Option<Constant>, Constraints)]) -> Type {
        let mut members = Vec::new();
        for (name, value, facts) in values {
            let ty = match value {
                Some(value) => Type::Literal(literal(value)),
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
        match members.len() {
            0 => Type::Keyword(Keyword::Never),
            1 => members.swap_remove(0),
            _ => Type::Union(members),
        }
    }

    /// Returns whether the options close objects.
    pub(super) fn closes_objects(&self) -> bool {
        self.objects == Objects::Closed
    }

    /// An object type as the options want it.
    pub(super) fn close(&self, ty: Type) -> Type {
        let Type::Object(members) = &ty else { return ty };
        let index = |member: &Member| matches!(member.kind, MemberKind::Index { .. });
        if self.objects == Objects::Open || members.iter().any(index) {
            return ty;
        }
        ty.refined(closed_facts())
    }

    /// Lowers a type.
    pub(super) fn ty(&mut self, ty: &Type, env: &Env) -> Type {
        self.steps += 1;
        if self.steps > limits::STEPS {
            return self.unknown("type", "", "the type is too large with everything put in; it is `unknown`");
        }
        if self.depth == limits::DEPTH {
            return self.unknown(
                "type",
                "",
                "the type nests too deep with everything put in; it is `unknown`",
            );
        }
        self.depth += 1;
        let lowered = match ty {
            Type::Keyword(Keyword::BigInt) => {
                self.lose("type", "bigint", Action::Narrowed, "JSON has no big integers; it is an integer");
                Type::Keyword(Keyword::Integer)
            }
            Type::Keyword(Keyword::Symbol) => {
                self.unknown("type", "symbol", "JSON has no symbols; it is `unknown`")
            }
            Type::Literal(Literal::BigInt(text)) => Type::Literal(Literal::Number(text.clone())),
            Type::Keyword(_) | Type::Literal(_) => ty.clone(),
            Type::Array(element) => Type::Array(Box::new(self.ty(element, env))),
            Type::Readonly(inner) => self.ty(inner, env),
            Type::Union(members) => self.union(members, env),
            Type::Tuple(elements) => self.tuple(elements, env),
            Type::Object(members) => {
                let members = self.members(members, env);
                self.close(Type::Object(members))
            }
            Type::Refined(refined) => {
                let mut inner = self.ty(&refined.ty, env);
                let mut facts = refined.facts.clone();
                self.note(&facts);
                tags::settle(&mut facts, &mut inner);
                inner.refined(facts)
            }
            Type::Function(_) => self.unknown("function", "", "a function is no plain data; it is `unknown`"),
            Type::Intersection(members) => self.intersection(members, env),
            Type::Keyof(inner) => {
                let inner = self.ty(inner, env);
                self.keys(&inner)
            }
            Type::Indexed { object, index } => {
                let (object, index) = (self.ty(object, env), self.ty(index, env));
                self.indexed(&object, &index)
            }
            Type::Template(parts) => {
                let parts = self.lower_parts(parts, env);
                self.template(&parts)
            }
            Type::Reference { name, args } => self.reference(name, args, env),
        };
        self.depth -= 1;
        // What was put in may be a large type, again and again.
        if matches!(ty, Type::Reference { .. } | Type::Indexed { .. })
            && !matches!(lowered, Type::Reference { .. })
            && lowered.height() > HEIGHT
        {
            return self.unknown(
                "type",
                "",
                "the type nests too deep with everything put in; it is `unknown`",
            );
        }
        lowered
    }

    fn union(&mut self, members: &[Type], env: &Env) -> Type {
        let mut all = Vec::with_capacity(members.len());
        for member in members {
            match self.ty(member, env) {
                Type::Union(inner) => all.extend(inner),
                Type::Keyword(Keyword::Never) => {}
                ty => all.push(ty),
            }
        }
        match all.len() {
            0 => Type::Keyword(Keyword::Never),
            1 => all.swap_remove(0),
            _ => Type::Union(all),
        }
    }

    fn tuple(&mut self, elements: &[TupleElement], env: &Env) -> Type {
        let mut all = Vec::with_capacity(elements.len());
        for element in elements {
            let mut ty = self.ty(&element.ty, env);
            if element.kind == ElementKind::Rest {
                match self.resolved(&ty).map(|ty| ty.into_parts().1) {
                    // `[A, ...[B, C]]` is `[A, B, C]`.
                    Some(Type::Tuple(inner)) => {
                        self.steps += inner.iter().map(|element| nodes(&element.ty)).sum::<usize>();
                        all.extend(inner);
                        continue;
                    }
                    Some(resolved @ Type::Array(_)) => ty = resolved,
                    Some(top) if top.is_top() => ty = Type::Array(Box::new(top)),
                    _ => {
                        let message = "what is spread into a tuple is no list that is known here; the elements may be anything";
                        self.lose("tuple", &ty.to_string(), Action::Widened, message);
                        ty = Type::Array(Box::new(Type::Keyword(Keyword::Unknown)));
                    }
                }
            }
            all.push(TupleElement { name: element.name.clone(), kind: element.kind, ty });
        }
        // A required element after an optional one makes that one required.
        let required = all.iter().rposition(|element| element.kind == ElementKind::Required).unwrap_or(0);
        for element in &mut all[..required] {
            if element.kind == ElementKind::Optional {
                element.kind = ElementKind::Required;
            }
        }
        Type::Tuple(all)
    }

    /// Lowers members; what is no data is dropped.
    fn members(&mut self, members: &[Member], env: &Env) -> Vec<Member> {
        let mut all = Vec::with_capacity(members.len());
        for member in members {
            let mut facts = member.facts.clone();
            self.note(&facts);
            let kind = match &member.kind {
                MemberKind::Property { name, .. } if name == Mark::SKIPPED => continue,
                MemberKind::Property { name, ty, .. } if is_function(ty) => {
                    self.lose(
                        "function",
                        name,
                        Action::Dropped,
                        "a function is no plain data; it was dropped",
                    );
                    continue;
                }
                MemberKind::Property { name, optional, readonly, ty } => {
                    self.path.push(name.clone());
                    let lowered = self.ty(ty, env);
                    let (lowered, absent) = without_undefined(lowered);
                    self.path.pop();
                    let (inner, mut bare) = lowered.into_parts();
                    facts = joined(inner, facts);
                    tags::settle(&mut facts, &mut bare);
                    MemberKind::Property {
                        name: name.clone(),
                        optional: *optional || absent,
                        readonly: *readonly,
                        ty: bare,
                    }
                }
                MemberKind::Index { name, key, readonly, ty } => {
                    let key = self.index_key(key, env);
                    let lowered = self.ty(ty, env);
                    let (inner, mut bare) = without_undefined(lowered).0.into_parts();
                    facts = joined(inner, facts);
                    tags::settle(&mut facts, &mut bare);
                    MemberKind::Index { name: name.clone(), key, readonly: *readonly, ty: bare }
                }
                MemberKind::Method { name, .. } => {
                    self.lose("function", name, Action::Dropped, "a method is no plain data; it was dropped");
                    continue;
                }
                MemberKind::Call(_) => {
                    self.lose("function", "", Action::Dropped, "a function is no plain data; it was dropped");
                    continue;
                }
            };
            all.push(Member { facts, kind });
        }
        let mut merged = Vec::with_capacity(all.len());
        add_members(&mut merged, all);
        merged
    }

    fn reference(&mut self, name: &str, args: &[Type], env: &Env) -> Type {
        if args.is_empty()
            && let Some((_, ty)) = env.iter().rev().find(|(param, _)| param == name)
        {
            // What is put in is counted at every place.
            self.steps += nodes(ty);
            return ty.clone();
        }
        if let Some((&name, places)) = self.places.get_key_value(name) {
            let declaration = &self.declarations[places[0]];
            if args.is_empty() {
                if self.queued.insert(name) {
                    self.queue.push_back(name);
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
                Some((_, Some(value), _)) => Type::Literal(literal(value)),
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
        self.steps += text.len() / 16;
        if let Some((state, defined)) = self.instances.get_mut(&text) {
            let reference = |name: &str| Type::Reference { name: name.to_owned(), args: Vec::new() };
            return match state {
                State::Done(lowered) => match defined {
                    Some(defined) => reference(defined),
                    None => {
                        self.steps += nodes(&lowered.ty);
                        lowered.ty.clone().refined(lowered.facts.clone())
                    }
                },
                State::Open(used) => {
                    *used = true;
                    if defined.is_none() {
                        *defined = Some(unique(&wanted(&text), &mut self.taken));
                    }
                    reference(defined.as_deref().unwrap_or(name))
                }
            };
        }
        self.instances.insert(text.clone(), (State::Open(false), None));
        let lowered = self.declared(name, env);
        let Some((state, defined)) = self.instances.get_mut(&text) else { return lowered.ty };
        *state = State::Done(lowered.clone());
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

    /// Returns a lowered type with its outermost name resolved; `None` where it is being lowered.
    pub(super) fn resolved(&mut self, ty: &Type) -> Option<Type> {
        let Type::Reference { name, args } = ty.bare() else { return Some(ty.clone()) };
        if !args.is_empty() {
            return Some(ty.clone());
        }
        if let Some((&name, _)) = self.places.get_key_value(name.as_str()) {
            // It is followed, so it counts as a level.
            if self.depth == limits::DEPTH {
                return None;
            }
            self.depth += 1;
            let lowered = self.body(name);
            self.depth -= 1;
            let lowered = lowered?;
            self.steps += nodes(&lowered.ty);
            return match lowered.ty {
                // An alias of a name.
                Type::Reference { .. } if self.depth < limits::DEPTH => {
                    self.depth += 1;
                    let resolved = self.resolved(&lowered.ty);
                    self.depth -= 1;
                    resolved
                }
                ty => Some(ty),
            };
        }
        self.recursive
            .iter()
            .find(|definition| definition.name == *name)
            .map(|definition| definition.ty.clone())
    }
}

/// Returns whether a keyword refers to a definition.
fn refers(name: &str, value: &Value, depth: usize) -> bool {
    match value {
        Value::String(text) => name == "$ref" && text.starts_with("#/$defs/"),
        Value::Array(values) => depth < 128 && values.iter().any(|value| refers("", value, depth + 1)),
        Value::Object(members) => {
            depth < 128 && members.iter().any(|(name, value)| refers(name, value, depth + 1))
        }
        _ => false,
    }
}

/// Drops definitions that nothing refers to: what was only looked into.
fn keep_reached(shape: &mut Shape) {
    fn collect(ty: &Type, found: &mut Vec<String>) {
        if let Type::Reference { name, .. } = ty {
            found.push(name.clone());
        }
        ty.for_each_child(&mut |child| collect(child, found));
    }
    let places: HashMap<&str, usize> =
        shape.definitions.iter().enumerate().map(|(at, definition)| (definition.name.as_str(), at)).collect();
    let mut reached = vec![false; shape.definitions.len()];
    let mut names = Vec::new();
    collect(&shape.root, &mut names);
    while let Some(name) = names.pop() {
        if let Some(&at) = places.get(name.as_str())
            && !std::mem::replace(&mut reached[at], true)
        {
            collect(&shape.definitions[at].ty, &mut names);
        }
    }
    let mut reached = reached.into_iter();
    shape.definitions.retain(|_| reached.next().unwrap_or(false));
}

fn is_function(ty: &Type) -> bool {
    matches!(ty.bare(), Type::Function(_))
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

fn literal(value: &Constant) -> Literal {
    match value {
        Constant::Text(text) => Literal::String(text.clone()),
        Constant::Number(number) => Literal::Number(number_text(*number)),
    }
}

/// The keys of an object type, as literals.
impl Lower<'_> {
    pub(super) fn keys(&mut self, ty: &Type) -> Type {
        let Some(members) = self.members_of(ty) else {
            return self.unknown_keys();
        };
        literal_keys(&members)
    }

    fn unknown_keys(&mut self) -> Type {
        self.lose("keyof", "", Action::Widened, "the keys are not known here; they are `string`");
        Type::Keyword(Keyword::String)
    }
}
