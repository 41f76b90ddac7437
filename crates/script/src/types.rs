//! Types of a source file, read with the file's own declarations.
//!
//! The decision: what declarations say of each other is `webagents_schema::declarations`' to resolve, and this module
//! only brings to it what a type reaches. Names are put in where they stand, because the line of a manifest has no
//! other place for them; a type that leads back to itself stays a definition, which makes a JSON Schema of the tool.
//! A type that names nothing of the file stays as it is written: it may be a `Date` or a function, which a page
//! takes, though no declaration of plain data has them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use webagents_schema::declarations;
use webagents_schema::ty::{
    self, Function, FunctionParam, Keyword, Literal, Member, MemberKind, TemplatePart, TupleElement, Type,
};
use webagents_schema::{Definition, Shape};

use crate::finding::shown;

/// Nodes of one type when all names are put in.
const NODES: usize = 2_000;
/// Levels of one type when all names are put in: half of what a type may have.
const HEIGHT: usize = ty::limits::HEIGHT / 2;
/// Declarations of one file that are looked at.
pub(crate) const DECLARATIONS: usize = 2_000;
/// Bytes of declarations that are read for all types of one file together.
const BYTES: usize = 4 * 1024 * 1024;
/// Types of one file that may be too large; the ones after that are not read.
const TOO_LARGE: usize = 8;
/// Names of the page that are no plain data, and go through declarations as they are.
const VALUES: [&str; 10] = [
    "Date",
    "URL",
    "RegExp",
    "File",
    "Blob",
    "FormData",
    "ArrayBuffer",
    "Uint8Array",
    "Element",
    "HTMLElement",
];
/// Mark of such a name while declarations are resolved.
const MARK: &str = "webagents value: ";
/// The name of the type that is read.
const ROOT: &str = "__webagents_type";

/// The types of a file.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    declared: Vec<Declared>,
    /// The places of a name: an interface may be declared in parts.
    places: HashMap<String, Vec<usize>>,
    budget: Budget,
    /// Results by text, for texts that were read already.
    read: HashMap<String, Read>,
}

#[derive(Debug)]
struct Budget {
    bytes: usize,
    too_large: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { bytes: BYTES, too_large: TOO_LARGE }
    }
}

/// A declaration of a type.
#[derive(Debug)]
struct Declared {
    text: String,
    /// Names of the file that it speaks of.
    names: BTreeSet<usize>,
    /// Why it cannot be read.
    fault: Option<String>,
}

/// A type with what it needs.
#[derive(Debug, Clone)]
pub(crate) struct Read {
    pub(crate) ty: Type,
    /// Types that lead back to themselves.
    pub(crate) definitions: Vec<Definition>,
    /// Losses, one message each.
    pub(crate) trouble: Vec<String>,
}

impl Read {
    fn any(trouble: String) -> Self {
        Self { ty: Type::ANY, definitions: Vec::new(), trouble: vec![trouble] }
    }
}

impl Declarations {
    /// Of declarations in the order of the file, each with its name.
    pub(crate) fn new(declared: Vec<(String, String)>) -> Self {
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, (name, _)) in declared.iter().enumerate() {
            places.entry(name.clone()).or_default().push(at);
        }
        let all: Vec<&str> = declared.iter().map(|(_, text)| text.as_str()).collect();
        let all = all.join("\n");
        let sound = fault(&all).is_none();
        let mut read: Vec<Declared> = Vec::with_capacity(declared.len());
        for (name, text) in declared {
            let fault = if sound { None } else { fault(&text) };
            let text = if fault.is_some() { format!("type {name} = any;") } else { text };
            read.push(Declared { names: named(&text, &places), text, fault });
        }
        Self { declared: read, places, ..Self::default() }
    }

    /// Reads the type `text`.
    ///
    /// `generics` are the type parameters around it, as declarations of their constraints.
    pub(crate) fn read(&mut self, text: &str, generics: &BTreeMap<String, String>) -> Read {
        let mut reached = named(text, &self.places);
        let generic = words(text).any(|word| generics.contains_key(word));
        if reached.is_empty()
            && !generic
            && let Ok(ty) = ty::parse(text)
        {
            return Read { ty, definitions: Vec::new(), trouble: Vec::new() };
        }
        if generic {
            for declaration in generics.values() {
                reached.extend(named(declaration, &self.places));
            }
        }
        let mut queue: Vec<usize> = reached.iter().copied().collect();
        while let Some(at) = queue.pop() {
            if let Some(one) = self.declared.get(at) {
                // Looking is reading, too.
                self.budget.bytes = self.budget.bytes.saturating_sub(one.names.len());
                queue.extend(one.names.iter().copied().filter(|name| reached.insert(*name)));
            }
            if self.budget.bytes == 0 {
                return unread(text);
            }
        }
        let mut program = String::new();
        let mut trouble = Vec::new();
        for one in reached.iter().filter_map(|at| self.declared.get(*at)) {
            trouble.extend(one.fault.clone());
            program.push_str(&one.text);
            program.push('\n');
        }
        for declaration in generics.values() {
            program.push_str(declaration);
        }
        for name in VALUES.iter().filter(|name| !self.places.contains_key(**name)) {
            let _ = writeln!(program, "type {name} = \"{MARK}{name}\";");
        }
        let _ = write!(program, "type {ROOT} = {text}\n;");
        if let Some(read) = self.read.get(&program) {
            return read.clone();
        }
        if self.budget.bytes < program.len() || self.budget.too_large == 0 {
            return unread(text);
        }
        self.budget.bytes -= program.len();
        let mut read = match declarations::read(&program, ROOT) {
            Ok(read) => {
                let losses = read.losses.iter().map(|loss| {
                    let place = loss.pointer.strip_prefix(&format!("/{ROOT}")).unwrap_or(&loss.pointer);
                    let place =
                        if place.is_empty() { String::new() } else { format!(" at {}", shown(place)) };
                    format!("of the type {}{place}: {}", shown(text), loss.message)
                });
                trouble.extend(losses);
                if read.losses.iter().any(|loss| loss.message.contains("with everything put in")) {
                    self.budget.too_large -= 1;
                }
                put_in(&read.value)
            }
            Err(error) => {
                Read::any(format!("the type {} cannot be read ({error}); `any` replaces it", shown(text)))
            }
        };
        trouble.append(&mut read.trouble);
        read.trouble = trouble;
        // Texts that are kept are few or short.
        if program.len() < 16 * 1024 {
            self.read.insert(program, read.clone());
        }
        read
    }
}

/// A type that is beyond what is read of one file.
fn unread(text: &str) -> Read {
    let text = shown(text);
    Read::any(format!("the type {text} is not read: the file has too much of types; `any` replaces it"))
}

/// Why declarations cannot be read: only their grammar is looked at.
fn fault(text: &str) -> Option<String> {
    let error = declarations::read(&format!("{text}\ntype {ROOT} = 1;"), ROOT).err()?;
    let mut head = text.split(['=', '{']).next().unwrap_or_default().trim().to_owned();
    head.truncate(head.char_indices().nth(60).map_or(head.len(), |(end, _)| end));
    Some(format!("the declaration {} cannot be read ({error}); `any` replaces it", shown(&head)))
}

/// Words that may be names.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).filter(|word| !word.is_empty())
}

/// The declarations that a text may speak of.
fn named(text: &str, places: &HashMap<String, Vec<usize>>) -> BTreeSet<usize> {
    words(text).filter_map(|word| places.get(word)).flatten().copied().collect()
}

/// A shape as one type: names are put in, but for those that lead back to themselves.
fn put_in(shape: &Shape) -> Read {
    let definitions: HashMap<&str, &Definition> =
        shape.definitions.iter().map(|definition| (definition.name.as_str(), definition)).collect();
    let mut work = Work { definitions, nodes: 0, open: Vec::new(), kept: BTreeSet::new(), too_large: false };
    let ty = work.replace(&shape.root, 0).refined(shape.facts.clone());
    let mut kept = Vec::new();
    let mut done = BTreeSet::new();
    while let Some(name) = work.kept.iter().find(|name| !done.contains(*name)).cloned() {
        done.insert(name.clone());
        if let Some(definition) = work.definitions.get(name.as_str()).copied() {
            let mut copy = definition.clone();
            work.open = vec![name];
            copy.ty = work.replace(&definition.ty, 0).into_parts().1;
            kept.push(copy);
        }
    }
    let too_large = work.too_large.then(|| "the type is too large; `any` replaces parts of it".to_owned());
    Read { ty, definitions: kept, trouble: too_large.into_iter().collect() }
}

struct Work<'s> {
    definitions: HashMap<&'s str, &'s Definition>,
    nodes: usize,
    /// The names that are being put in around the present one.
    open: Vec<String>,
    /// The names that stay.
    kept: BTreeSet<String>,
    too_large: bool,
}

impl Work<'_> {
    fn replace(&mut self, ty: &Type, depth: usize) -> Type {
        self.nodes += 1;
        if self.nodes > NODES || depth > HEIGHT {
            self.too_large = true;
            return Type::ANY;
        }
        let down = depth + 1;
        match ty {
            Type::Literal(Literal::String(text)) => match text.strip_prefix(MARK) {
                Some(name) => Type::Reference { name: name.to_owned(), args: Vec::new() },
                None => ty.clone(),
            },
            Type::Reference { name, args } => {
                if let Some(definition) = self.definitions.get(name.as_str()).copied()
                    && args.is_empty()
                {
                    return self.definition(definition, down);
                }
                Type::Reference { name: name.clone(), args: self.all(args, down) }
            }
            Type::Array(one) => Type::Array(Box::new(self.replace(one, down))),
            Type::Keyof(one) => Type::Keyof(Box::new(self.replace(one, down))),
            Type::Readonly(one) => Type::Readonly(Box::new(self.replace(one, down))),
            Type::Union(types) => Type::Union(self.all(types, down)),
            Type::Intersection(types) => Type::Intersection(self.all(types, down)),
            Type::Tuple(elements) => {
                let one = |element: &TupleElement| TupleElement {
                    name: element.name.clone(),
                    kind: element.kind,
                    ty: self.replace(&element.ty, down),
                };
                Type::Tuple(elements.iter().map(one).collect())
            }
            Type::Template(parts) => {
                let one = |part: &TemplatePart| match part {
                    TemplatePart::Type(ty) => TemplatePart::Type(self.replace(ty, down)),
                    text @ TemplatePart::Text(_) => text.clone(),
                };
                Type::Template(parts.iter().map(one).collect())
            }
            Type::Object(members) => Type::Object(members.iter().map(|one| self.member(one, down)).collect()),
            Type::Function(function) => Type::Function(Box::new(self.function(function, down))),
            Type::Indexed { object, index } => Type::Indexed {
                object: Box::new(self.replace(object, down)),
                index: Box::new(self.replace(index, down)),
            },
            Type::Refined(refined) => self.replace(&refined.ty, down).refined(refined.facts.clone()),
            other => other.clone(),
        }
    }

    /// Returns the type that a name refers to.
    ///
    /// Its description is left out, because it is given at the declaration; the keywords that bound its values are
    /// kept.
    fn definition(&mut self, definition: &Definition, depth: usize) -> Type {
        let name = &definition.name;
        if self.open.contains(name) || self.kept.contains(name) {
            self.kept.insert(name.clone());
            return Type::Reference { name: name.clone(), args: Vec::new() };
        }
        self.open.push(name.clone());
        let replaced = self.replace(&definition.ty, depth);
        self.open.pop();
        // It leads back to itself, which shows only now.
        if self.kept.contains(name) {
            return Type::Reference { name: name.clone(), args: Vec::new() };
        }
        let mut facts = definition.facts.clone();
        facts.description.clear();
        replaced.refined(facts)
    }

    fn all(&mut self, types: &[Type], depth: usize) -> Vec<Type> {
        types.iter().map(|one| self.replace(one, depth)).collect()
    }

    fn function(&mut self, function: &Function, depth: usize) -> Function {
        let param = |param: &FunctionParam| FunctionParam {
            name: param.name.clone(),
            kind: param.kind,
            ty: self.replace(&param.ty, depth),
        };
        let params = function.params.iter().map(param).collect();
        Function { params, returns: self.replace(&function.returns, depth) }
    }

    fn member(&mut self, member: &Member, depth: usize) -> Member {
        let mut copy = member.clone();
        match &mut copy.kind {
            MemberKind::Property { ty, .. } | MemberKind::Index { ty, .. } => {
                let (facts, bare) = self.replace(ty, depth).into_parts();
                *ty = bare;
                for (keyword, value) in facts.keywords {
                    if !copy.facts.keywords.contains_key(&keyword) {
                        copy.facts.keywords.insert(keyword, value);
                    }
                }
            }
            MemberKind::Method { function, .. } | MemberKind::Call(function) => {
                *function = self.function(function, depth);
            }
            _ => {}
        }
        copy
    }
}

/// Returns the declaration of a type parameter: its constraint.
pub(crate) fn generic(name: &str, constraint: Option<&str>) -> String {
    format!("type {name} = {}\n;\n", constraint.unwrap_or(Keyword::Any.as_str()))
}
