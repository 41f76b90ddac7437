//! Types of a source file: its own declarations put in where they are referred to.
//!
//! The decision: types are worked on as trees of `webagents_schema::ty`, whose grammar, depth and size are bounded,
//! and never as text. A name that the file declares is replaced by what it stands for; a type that leads back to
//! itself ends in `any`, and whoever asked is told.

use std::collections::BTreeMap;

use webagents_schema::ty::{
    self, Function, FunctionParam, Keyword, Literal, Member, MemberKind, TemplatePart, TupleElement, Type,
};

/// Nodes of one type when all names are replaced.
const NODES: usize = 2_000;
/// Levels of one type when all names are replaced: half of what a type may have.
const HEIGHT: usize = ty::limits::HEIGHT / 2;
/// Declarations of one file that are looked at.
pub(crate) const DECLARATIONS: usize = 2_000;

/// A type that the file declares.
#[derive(Debug, Clone, Default)]
pub(crate) struct Declared {
    /// Names of its type parameters, with the text of their defaults.
    pub(crate) parameters: Vec<(String, Option<String>)>,
    /// Its type as text; of an interface, with those it extends in front: `A & { … }`.
    pub(crate) text: String,
}

/// The types of a file by name.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    pub(crate) types: BTreeMap<String, Declared>,
}

/// What replacing names could not do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The text is no type that this project reads.
    Unreadable { text: String, reason: String },
    /// The type leads back to itself.
    Recursive(String),
    /// It grows beyond what a parameter may have.
    TooLarge,
}

impl Trouble {
    pub(crate) fn message(&self) -> String {
        use crate::finding::shown;
        match self {
            Self::Unreadable { text, reason } => {
                format!("the type {} cannot be read ({reason}); `any` stands for it", shown(text))
            }
            Self::Recursive(name) => {
                format!("the type {} leads back to itself; `any` stands for the inner one", shown(name))
            }
            Self::TooLarge => "the type is too large; `any` stands for parts of it".to_owned(),
        }
    }
}

impl Declarations {
    /// The type that `text` is, with the file's names replaced; `parameters` are the type parameters around it.
    pub(crate) fn read(
        &self,
        text: &str,
        parameters: &BTreeMap<String, Type>,
        trouble: &mut Vec<Trouble>,
    ) -> Type {
        let mut work = Work { declarations: self, trouble, nodes: 0, open: Vec::new() };
        match ty::parse(text) {
            Ok(ty) => work.replace(&ty, parameters, 0),
            Err(error) => {
                work.trouble.push(Trouble::Unreadable { text: text.to_owned(), reason: error.to_string() });
                Type::ANY
            }
        }
    }
}

struct Work<'d> {
    declarations: &'d Declarations,
    trouble: &'d mut Vec<Trouble>,
    nodes: usize,
    /// The names that are being replaced around the present one.
    open: Vec<String>,
}

impl Work<'_> {
    fn tell(&mut self, trouble: Trouble) {
        if !self.trouble.contains(&trouble) {
            self.trouble.push(trouble);
        }
    }

    fn replace(&mut self, ty: &Type, env: &BTreeMap<String, Type>, depth: usize) -> Type {
        self.nodes += 1;
        if self.nodes > NODES || depth > HEIGHT {
            self.tell(Trouble::TooLarge);
            return Type::ANY;
        }
        let down = depth + 1;
        match ty {
            Type::Reference { name, args } => self.reference(name, args, env, down),
            Type::Array(one) => Type::Array(Box::new(self.replace(one, env, down))),
            Type::Keyof(one) => Type::Keyof(Box::new(self.replace(one, env, down))),
            Type::Readonly(one) => Type::Readonly(Box::new(self.replace(one, env, down))),
            Type::Union(types) => Type::Union(self.all(types, env, down)),
            Type::Intersection(types) => merged(self.all(types, env, down)),
            Type::Tuple(elements) => {
                let one = |element: &TupleElement| TupleElement {
                    name: element.name.clone(),
                    kind: element.kind,
                    ty: self.replace(&element.ty, env, down),
                };
                Type::Tuple(elements.iter().map(one).collect())
            }
            Type::Template(parts) => {
                let one = |part: &TemplatePart| match part {
                    TemplatePart::Type(ty) => TemplatePart::Type(self.replace(ty, env, down)),
                    text @ TemplatePart::Text(_) => text.clone(),
                };
                Type::Template(parts.iter().map(one).collect())
            }
            Type::Object(members) => {
                Type::Object(members.iter().map(|one| self.member(one, env, down)).collect())
            }
            Type::Function(function) => Type::Function(Box::new(self.function(function, env, down))),
            Type::Indexed { object, index } => {
                let (object, index) = (self.replace(object, env, down), self.replace(index, env, down));
                looked_up(&object, &index)
                    .unwrap_or_else(|| Type::Indexed { object: Box::new(object), index: Box::new(index) })
            }
            Type::Refined(refined) => self.replace(&refined.ty, env, down).refined(refined.facts.clone()),
            other => other.clone(),
        }
    }

    fn all(&mut self, types: &[Type], env: &BTreeMap<String, Type>, depth: usize) -> Vec<Type> {
        types.iter().map(|one| self.replace(one, env, depth)).collect()
    }

    fn function(&mut self, function: &Function, env: &BTreeMap<String, Type>, depth: usize) -> Function {
        let param = |param: &FunctionParam| FunctionParam {
            name: param.name.clone(),
            kind: param.kind,
            ty: self.replace(&param.ty, env, depth),
        };
        let params = function.params.iter().map(param).collect();
        Function { params, returns: self.replace(&function.returns, env, depth) }
    }

    fn member(&mut self, member: &Member, env: &BTreeMap<String, Type>, depth: usize) -> Member {
        let mut copy = member.clone();
        match &mut copy.kind {
            MemberKind::Property { ty, .. } => *ty = self.replace(ty, env, depth),
            MemberKind::Index { key, ty, .. } => {
                *key = self.replace(key, env, depth);
                *ty = self.replace(ty, env, depth);
            }
            MemberKind::Method { function, .. } | MemberKind::Call(function) => {
                *function = self.function(function, env, depth);
            }
            _ => {}
        }
        copy
    }

    fn reference(&mut self, name: &str, args: &[Type], env: &BTreeMap<String, Type>, depth: usize) -> Type {
        if args.is_empty()
            && let Some(ty) = env.get(name)
        {
            // Walked again, so that what it adds is counted; it stands for itself in there.
            return self.replace(&ty.clone(), &BTreeMap::new(), depth);
        }
        let args = self.all(args, env, depth);
        // A member of an enum: its value is not known here, its type is.
        let declared = self.declarations.types.get(name);
        let declared = declared.or_else(|| {
            let (owner, _) = name.split_once('.')?;
            self.declarations.types.get(owner)
        });
        let Some(declared) = declared else {
            return Type::Reference { name: name.to_owned(), args };
        };
        if self.open.iter().any(|open| open == name) {
            self.tell(Trouble::Recursive(name.to_owned()));
            return Type::ANY;
        }
        // Reading a long text again and again has its price.
        self.nodes += declared.text.len() / 64;
        let parsed = match ty::parse(&declared.text) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.tell(Trouble::Unreadable { text: declared.text.clone(), reason: error.to_string() });
                return Type::ANY;
            }
        };
        let mut inner = BTreeMap::new();
        for (index, (parameter, default)) in declared.parameters.iter().enumerate() {
            let given = args.get(index).cloned();
            let given = given.or_else(|| default.as_ref().and_then(|text| ty::parse(text).ok()));
            inner.insert(parameter.clone(), given.unwrap_or(Type::ANY));
        }
        self.open.push(name.to_owned());
        let replaced = self.replace(&parsed, &inner, depth);
        self.open.pop();
        replaced
    }
}

/// `{ a: T }["a"]`, and an element of a list.
fn looked_up(object: &Type, index: &Type) -> Option<Type> {
    match (object.bare(), index.bare()) {
        (Type::Object(members), Type::Literal(Literal::String(wanted))) => {
            members.iter().find_map(|member| match &member.kind {
                MemberKind::Property { name, optional: false, ty, .. } if name == wanted => Some(ty.clone()),
                _ => None,
            })
        }
        (Type::Array(element), Type::Keyword(Keyword::Number)) => Some((**element).clone()),
        _ => None,
    }
}

/// Objects of named members in an intersection become one object, in which a later member takes an earlier one's
/// place: that is what `extends` means.
fn merged(types: Vec<Type>) -> Type {
    if types.len() < 2 || !types.iter().all(|ty| matches!(ty, Type::Object(_))) {
        return Type::Intersection(types);
    }
    let name = |member: &Member| match &member.kind {
        MemberKind::Property { name, .. } | MemberKind::Method { name, .. } => Some(name.clone()),
        _ => None,
    };
    let mut all: Vec<Member> = Vec::new();
    for ty in types {
        let Type::Object(members) = ty else { continue };
        for member in members {
            let earlier =
                name(&member).and_then(|named| all.iter().position(|one| name(one).as_ref() == Some(&named)));
            match earlier {
                Some(at) => all[at] = member,
                None => all.push(member),
            }
        }
    }
    Type::Object(all)
}
