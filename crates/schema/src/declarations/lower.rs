//! Resolution of the references between declarations.
//!
//! One pass visits the types that a root reaches. Names without arguments are queued, not followed. A base, the
//! argument of `keyof` and an instance of a generic must be followed; levels and steps are counted, and a type beyond
//! the limits becomes `unknown` with a loss. So the resolution of any text ends soon.

mod references;

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;

use super::members::{add_members, joined, literal_keys, without_undefined};
use super::program::{Declaration, Mark, limits};
use crate::loss::{Action, Loss, Lossy};
use crate::shape::{Definition, Shape};
use crate::ty::{Constraints, ElementKind, Keyword, Literal, Member, MemberKind, TupleElement, Type, tags};
use crate::unique::UniqueNames;

/// Types by the names of the type parameters in scope.
pub(super) type Env = Vec<(String, Type)>;

/// A declared name, or an instance of one, that was lowered.
#[derive(Clone)]
struct Lowered {
    facts: Constraints,
    ty: Type,
}

/// Progress of the lowering of a name.
enum Progress {
    /// It is being lowered. The flag: something referred to it meanwhile.
    Open(bool),
    Done(Lowered),
}

/// Converter of TypeScript type declarations to [`Shape`]s, with generics and `extends` expanded.
///
/// Generics are put in, utility and mapped types are computed, `extends` and `&` are merged. References to
/// declarations without arguments stay references, so that recursive types stay recursive. Types of values that are
/// not data (functions, classes, symbols) are dropped with a [`Loss`].
pub struct Resolver<'p> {
    declarations: &'p [Declaration],
    /// The declarations of each name, in order.
    places: HashMap<&'p str, Vec<usize>>,
    /// Names that no declaration has and that stay as they are.
    kept: &'p [&'p str],
    report: TypeLosses,
    cost: Cost,
    /// Names without arguments.
    bodies: HashMap<&'p str, Progress>,
    reached: Reached<'p>,
    /// Instances of generics by their text, with their name as a definition.
    instances: HashMap<String, (Progress, Option<String>)>,
    /// Definitions of recursive instances.
    recursive: Vec<Definition>,
    taken: UniqueNames,
}

/// Losses of one type.
#[derive(Default)]
struct TypeLosses {
    losses: Vec<Loss>,
    reported: HashSet<String>,
    /// Place of the current type.
    path: Vec<String>,
}

#[derive(Default)]
struct Cost {
    /// Steps of the current type.
    steps: usize,
    /// Steps of all types before it together.
    total: usize,
    depth: usize,
}

/// Names that a type refers to.
#[derive(Default)]
struct Reached<'p> {
    /// Names that are to be lowered.
    queue: VecDeque<&'p str>,
    queued: HashSet<&'p str>,
    /// A keyword refers to a definition by its key, so that every declaration may be meant.
    all: bool,
}

/// Levels of a type that takes the place of a name.
const HEIGHT: usize = 64;

const DROPPED_FUNCTION: &str = "expected plain data, found a function; it was dropped";
const TOO_DEEP: &str = "the type nests too deep with its names replaced; it is `unknown`";

impl<'p> Resolver<'p> {
    /// Creates a converter of `declarations`; undeclared type names in `kept` stay, without a [`Loss`].
    ///
    /// They stay references, and no [`Loss`] reports them.
    pub fn new(declarations: &'p [Declaration], kept: &'p [&'p str]) -> Self {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, declaration) in declarations.iter().enumerate() {
            places.entry(&declaration.name).or_default().push(at);
        }
        let taken = declarations.iter().map(|declaration| declaration.name.clone()).collect();
        Self {
            declarations,
            places,
            kept,
            report: TypeLosses::default(),
            cost: Cost::default(),
            bodies: HashMap::new(),
            reached: Reached::default(),
            instances: HashMap::new(),
            recursive: Vec::new(),
            taken,
        }
    }

    /// Returns the number of type nodes that the converter has processed since its creation.
    ///
    /// Of them one type may take [`limits::STEPS`].
    pub fn steps(&self) -> usize {
        self.cost.total + self.cost.steps
    }

    /// Converts the declared type `root`, with the types it refers to; `any` if it is not declared.
    pub fn shape(&mut self, root: &str) -> Lossy<Shape> {
        self.start();
        let Some((&root, _)) = self.places.get_key_value(root) else {
            return Lossy { value: Shape::new(Type::ANY), losses: Vec::new() };
        };
        let lowered = self.body(root);
        self.lower_reached(Some(root));
        let shape = match lowered {
            // A root that refers to itself is a definition like others.
            Some(_) if self.reached.queued.contains(root) => {
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
        self.finish(shape)
    }

    /// Converts `ty` by the declarations, and replaces its type parameters `params` by their bounds.
    pub fn shape_of(&mut self, ty: &Type, params: &[(String, Type)]) -> Lossy<Shape> {
        self.start();
        let mut env = Env::with_capacity(params.len());
        for (name, bound) in params {
            let bound = self.ty(bound, &env);
            env.push((name.clone(), bound));
        }
        let ty = self.ty(ty, &env);
        self.lower_reached(None);
        let (facts, root) = ty.into_parts();
        let mut shape = Shape::new(root);
        shape.facts = facts;
        self.finish(shape)
    }

    fn start(&mut self) {
        self.report = TypeLosses::default();
        self.reached = Reached::default();
        self.cost = Cost { total: self.steps(), ..Cost::default() };
        self.recursive.clear();
        self.instances.clear();
        self.bodies.clear();
    }

    /// Lowers each declaration that a type refers to.
    fn lower_reached(&mut self, root: Option<&str>) {
        self.lower_queue();
        if self.reached.all {
            for declaration in self.declarations {
                let name = declaration.name.as_str();
                if root != Some(name) && declaration.params.is_empty() && self.reached.queued.insert(name) {
                    self.reached.queue.push_back(name);
                }
            }
            self.lower_queue();
        }
    }

    /// Adds the definitions, in the order of the source; an interface may be declared in parts.
    fn finish(&mut self, mut shape: Shape) -> Lossy<Shape> {
        let mut names: Vec<&str> = self.reached.queued.iter().copied().collect();
        names.sort_unstable_by_key(|name| self.places[name][0]);
        for name in names {
            if let Some(Progress::Done(lowered)) = self.bodies.get(name) {
                let mut definition = Definition::new(name, lowered.ty.clone());
                definition.facts = lowered.facts.clone();
                if let Some(key) = tags::take_key(&mut definition.facts) {
                    definition.key = key;
                }
                shape.definitions.push(definition);
            }
        }
        shape.definitions.append(&mut self.recursive);
        if !self.reached.all {
            keep_reached(&mut shape);
        }
        Lossy { value: shape, losses: std::mem::take(&mut self.report.losses) }
    }

    fn lower_queue(&mut self) {
        while let Some(name) = self.reached.queue.pop_front() {
            self.report.path.clear();
            self.body(name);
        }
    }

    /// Notes which definitions the keywords of facts refer to.
    fn note(&mut self, facts: &Constraints) {
        self.reached.all =
            self.reached.all || facts.keywords.iter().any(|(name, value)| refers(name, value, 0));
    }

    /// Reports a loss, once for each place and keyword.
    pub(super) fn lose(&mut self, keyword: &str, value: &str, action: Action, message: &str) {
        let mut place = String::new();
        for step in &self.report.path {
            place = crate::loss::pointer(&place, step);
        }
        if self.report.losses.len() < limits::LOSSES
            && self.report.reported.insert(format!("{place}\n{keyword}\n{value}"))
        {
            let value = if value.is_empty() { Value::Null } else { Value::String(value.to_owned()) };
            self.report.losses.push(Loss::new(place, keyword, value, action, message));
        }
    }

    pub(super) fn unknown(&mut self, what: &str, value: &str, message: &str) -> Type {
        self.lose(what, value, Action::Widened, message);
        Type::Keyword(Keyword::Unknown)
    }

    /// Lowers a type.
    pub(super) fn ty(&mut self, ty: &Type, env: &Env) -> Type {
        self.cost.steps += 1;
        if self.cost.steps > limits::STEPS {
            return self.unknown("type", "", "the type is too large with everything put in; it is `unknown`");
        }
        if self.cost.depth == limits::DEPTH {
            return self.unknown("type", "", TOO_DEEP);
        }
        self.cost.depth += 1;
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
            Type::Object(members) => Type::Object(self.members(members, env)),
            Type::Refined(refined) => {
                let mut inner = self.ty(&refined.ty, env);
                let mut facts = refined.facts.clone();
                self.note(&facts);
                tags::settle(&mut facts, &mut inner);
                inner.refined(facts)
            }
            Type::Function(_) => {
                self.unknown("function", "", "expected plain data, found a function; it is `unknown`")
            }
            Type::Intersection(members) => self.intersection(members, env),
            Type::Keyof(inner) => {
                let inner = self.ty(inner, env);
                if let Some(members) = self.members_of(&inner) {
                    literal_keys(&members)
                } else {
                    self.lose("keyof", "", Action::Widened, "the keys are not known here; they are `string`");
                    Type::Keyword(Keyword::String)
                }
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
        self.cost.depth -= 1;
        // A reference may be replaced by a large type, and this may repeat.
        if matches!(ty, Type::Reference { .. } | Type::Indexed { .. })
            && !matches!(lowered, Type::Reference { .. })
            && lowered.height() > HEIGHT
        {
            return self.unknown("type", "", TOO_DEEP);
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
        Type::union(all)
    }

    fn tuple(&mut self, elements: &[TupleElement], env: &Env) -> Type {
        let mut all = Vec::with_capacity(elements.len());
        for element in elements {
            let mut ty = self.ty(&element.ty, env);
            if element.kind == ElementKind::Rest {
                match self.resolved(&ty).map(|ty| ty.into_parts().1) {
                    // `[A, ...[B, C]]` is `[A, B, C]`.
                    Some(Type::Tuple(inner)) => {
                        self.cost.steps += inner.iter().map(|element| element.ty.nodes()).sum::<usize>();
                        all.extend(inner);
                        continue;
                    }
                    Some(resolved @ Type::Array(_)) => ty = resolved,
                    Some(top) if top.is_top() => ty = Type::Array(Box::new(top)),
                    _ => {
                        let message = "expected a list type that is known here after `...` in a tuple; the elements may be anything";
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

    /// Lowers members and drops those that are not data.
    fn members(&mut self, members: &[Member], env: &Env) -> Vec<Member> {
        let mut all = Vec::with_capacity(members.len());
        for member in members {
            let mut facts = member.facts.clone();
            self.note(&facts);
            let kind = match &member.kind {
                MemberKind::Property { name, ty, .. } if is_function(ty) => {
                    self.lose("function", name, Action::Dropped, DROPPED_FUNCTION);
                    continue;
                }
                MemberKind::Property { name, ty: Type::Reference { name: mark, .. }, .. }
                    if Mark::from_name(mark) == Some(Mark::Computed) =>
                {
                    self.lose(
                        "computed name",
                        name,
                        Action::Dropped,
                        "the name is computed; the member was dropped",
                    );
                    continue;
                }
                MemberKind::Property { name, optional, readonly, ty } => {
                    self.report.path.push(name.clone());
                    let lowered = self.ty(ty, env);
                    let (lowered, absent) = without_undefined(lowered);
                    self.report.path.pop();
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
                    self.lose(
                        "function",
                        name,
                        Action::Dropped,
                        "expected plain data, found a method; it was dropped",
                    );
                    continue;
                }
                MemberKind::Call(_) => {
                    self.lose("function", "", Action::Dropped, DROPPED_FUNCTION);
                    continue;
                }
            };
            all.push(Member { facts, kind });
        }
        let mut merged = Vec::with_capacity(all.len());
        add_members(&mut merged, all);
        merged
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

/// Drops definitions without a reference, which were only read for their members.
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
    match ty.bare() {
        Type::Function(_) => true,
        Type::Reference { name, .. } => Mark::from_name(name) == Some(Mark::Function),
        _ => false,
    }
}
