//! Types that occur more than once, declared once by a name.
//!
//! A schema names its types (`$defs`), but repeats others: each tool of a server has the same `style` with the same
//! members, and the same `width` with the same description. Written out each time they are a tenth of a context, and
//! two fifths of some. Here equal definitions of several tools become one, and a type that occurs more than once gets a
//! name if that is shorter. Outside JSDoc, whose tags are at the tool, a name includes the type's documentation.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::options::Rendering;
use super::parts::{self, Declaration, Output, for_each_part, for_each_type, reduce, reduce_parts};
use crate::declarations::names::{rename, unique};
use crate::declarations::write::push_definition;
use crate::json_schema::type_name;
use crate::shape::Definition;
use crate::ty::{self, Constraints, Docs, Style, Type};
use crate::unique::UniqueNames;

/// Rounds in which definitions are compared; a chain of references that is longer keeps its copies.
const ROUNDS: usize = 32;

/// Rounds in which names that do not pay are given up.
const CHOICES: usize = 8;

/// Tokens that a name must save.
const SAVING: usize = 8;

/// A named type.
pub(super) struct Named {
    pub(super) definition: Definition,
    /// The name in its source, which other types may have as well.
    base: String,
    style: Style,
}

impl Named {
    pub(super) const fn new(definition: Definition, base: String, style: Style) -> Self {
        Self { definition, base, style }
    }
}

/// Names the types that tools share, and returns the text of all named types.
pub(super) fn name(
    tools: &mut [Declaration<'_>],
    mut named: Vec<Named>,
    rendering: Rendering,
    terse: bool,
) -> String {
    let inner = parts::inner_docs(rendering);
    for tool in &mut *tools {
        tool.reduce(rendering);
    }
    for Named { definition, .. } in &mut named {
        reduce(&mut definition.facts, inner);
        reduce_parts(&mut definition.ty, inner);
    }
    merge(tools, &mut named);
    let mut sharing = Sharing { docs: parts::docs(rendering), rendering, places: BTreeMap::new() };
    sharing.choose(tools, &mut named);
    sharing.replace(tools, &mut named);
    let mut out = String::new();
    for named in &named {
        push(&mut out, named, rendering, terse);
    }
    out
}

/// Appends the declaration of a named type.
fn push(out: &mut String, Named { definition, style, .. }: &Named, rendering: Rendering, terse: bool) {
    if rendering == Rendering::Jsdoc {
        push_definition(out, *style, definition);
        return;
    }
    let mut remark = String::new();
    ty::push_trailing(&mut remark, parts::docs(rendering), &definition.facts, &definition.ty);
    let silent = Definition { facts: Constraints::default(), ..definition.clone() };
    let mut text = String::new();
    push_definition(&mut text, *style, &silent);
    let text = text.trim_end_matches(['\n', ';']);
    if text.contains('\n')
        && let Some(remark) = remark.strip_prefix(' ')
    {
        out.push_str(remark);
        out.push('\n');
    }
    out.push_str(text);
    out.push_str(if terse || text.starts_with("interface ") { "" } else { ";" });
    if !text.contains('\n') {
        out.push_str(&remark);
    }
    out.push('\n');
}

/// Merges the named types that have one name in their sources and are equal.
///
/// Types are equal if they are written equally and refer to equal types. Each round
/// compares them by their text and by the groups, found so far, of the types that they refer to.
fn merge(tools: &mut [Declaration<'_>], named: &mut Vec<Named>) {
    let mut classes: Vec<u64> = named.iter().map(|named| hash(&named.base)).collect();
    let mut count = distinct(&classes);
    if count == named.len() {
        return;
    }
    let mut stable = false;
    for _ in 0..ROUNDS {
        let known = named.iter().zip(&classes);
        let known: HashMap<String, String> =
            known.map(|(named, class)| (named.definition.name.clone(), class.to_string())).collect();
        classes = named
            .iter()
            .zip(&classes)
            .map(|(Named { definition, .. }, class)| {
                let mut ty = definition.ty.clone();
                rename(&mut ty, &known);
                hash(&(class, &definition.facts, ty))
            })
            .collect();
        let before = std::mem::replace(&mut count, distinct(&classes));
        if count == before {
            stable = true;
            break;
        }
    }
    if !stable || count == named.len() {
        return;
    }
    let mut first: HashMap<u64, usize> = HashMap::new();
    let mut replacements: HashMap<String, String> = HashMap::new();
    for (at, class) in classes.iter().enumerate() {
        let kept = *first.entry(*class).or_insert(at);
        if kept != at {
            replacements.insert(named[at].definition.name.clone(), named[kept].definition.name.clone());
        }
    }
    // The numbers of the remaining names begin at 2 again.
    let mut taken = UniqueNames::default();
    let mut kept = 0..;
    named.retain(|_| kept.next().is_some_and(|at: usize| first[&classes[at]] == at));
    let mut fresh: HashMap<String, String> = HashMap::new();
    for named in named.iter() {
        let name = taken.take(&named.base);
        fresh.insert(named.definition.name.clone(), name);
    }
    let mut replacements: HashMap<String, String> = replacements
        .into_iter()
        .map(|(old, name)| (old, fresh.get(&name).cloned().unwrap_or(name)))
        .collect();
    replacements
        .extend(fresh.iter().filter(|(old, new)| old != new).map(|(old, new)| (old.clone(), new.clone())));
    for named in named.iter_mut() {
        if let Some(new) = fresh.remove(&named.definition.name) {
            named.definition.name = new;
        }
        named.definition.key.clone_from(&named.definition.name);
        rename(&mut named.definition.ty, &replacements);
    }
    for tool in tools {
        tool.parts.iter_mut().for_each(|part| rename(&mut part.ty, &replacements));
        if let Some(output) = &mut tool.output {
            rename(&mut output.ty, &replacements);
        }
    }
}

fn distinct(classes: &[u64]) -> usize {
    classes.iter().collect::<HashSet<_>>().len()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A type that occurs more than once.
struct SharedType {
    facts: Constraints,
    ty: Type,
    style: Style,
    /// Name that is wanted for it.
    wanted: String,
    /// Number of places outside other named types.
    uses: usize,
    /// Tokens of the type with its remark.
    tokens: usize,
    /// The name that it got.
    name: Option<String>,
}

struct Sharing {
    docs: Docs,
    rendering: Rendering,
    places: BTreeMap<u64, SharedType>,
}

impl Sharing {
    /// The keys by which a type is known: with its documentation, and alone.
    fn keys(&self, ty: &Type, facts: Option<&Constraints>, style: Style) -> [Option<u64>; 2] {
        // The text of a type depends on the style, if it has parts.
        let mut has_parts = false;
        ty.for_each_child(&mut |_| has_parts = true);
        let style = (has_parts, style.strict);
        let documented = facts
            .filter(|facts| self.rendering != Rendering::Jsdoc && ty::is_said_trailing(self.docs, facts, ty));
        let documented = documented.map(|facts| hash(&(1, style, facts, ty)));
        let alone = match ty {
            Type::Object(members) => members.len() > 1,
            Type::Union(members) => members.len() > 2,
            _ => false,
        };
        [documented, alone.then(|| hash(&(0, style, ty)))]
    }

    /// Finds the types that occur more than once and are shorter with a name.
    fn choose(&mut self, tools: &mut [Declaration<'_>], named: &mut [Named]) {
        let mut keys: Vec<u64> = Vec::new();
        for_each(tools, named, &mut |ty, facts, _, style| {
            keys.extend(self.keys(ty, facts.as_deref(), style).into_iter().flatten());
            true
        });
        keys.sort_unstable();
        let repeated = keys.chunk_by(|a, b| a == b).filter(|uses| uses.len() > 1);
        let mut uses: HashMap<u64, usize> = repeated.map(|uses| (uses[0], uses.len())).collect();
        if uses.is_empty() {
            return;
        }
        let mut places: BTreeMap<u64, SharedType> = BTreeMap::new();
        for_each(tools, named, &mut |ty, facts, name, style| {
            for (key, with_facts) in self.keys(ty, facts.as_deref(), style).into_iter().zip([true, false]) {
                let Some((key, uses)) = key.and_then(|key| uses.remove_entry(&key)) else { continue };
                let place = SharedType {
                    facts: facts.as_deref().filter(|_| with_facts).cloned().unwrap_or_default(),
                    ty: ty.clone(),
                    style: Style { indent: 0, ..style },
                    wanted: wanted(name, facts.as_deref()),
                    uses,
                    tokens: 0,
                    name: None,
                };
                places.insert(key, place);
            }
            true
        });
        for place in places.values_mut() {
            let mut text = String::new();
            place.ty.print_in(&mut text, place.style, &place.facts);
            ty::push_trailing(&mut text, self.docs, &place.facts, &place.ty);
            place.tokens = tokens(&text);
        }
        places.retain(|_, place| place.pays());
        self.places = places;
        for _ in 0..CHOICES {
            let before = self.places.len();
            if before == 0 {
                break;
            }
            self.count(tools, named);
            self.places.retain(|_, place| place.pays());
            if self.places.len() == before {
                break;
            }
        }
    }

    /// Counts the uses of each type outside others that have a name.
    fn count(&mut self, tools: &mut [Declaration<'_>], named: &mut [Named]) {
        self.places.values_mut().for_each(|place| place.uses = 0);
        let mut open: Vec<u64> = Vec::new();
        for_each(tools, named, &mut |ty, facts, _, style| self.meet(ty, facts.as_deref(), style, &mut open));
        while let Some(key) = open.pop() {
            let Some(place) = self.places.get(&key) else { continue };
            let (mut ty, wanted, style) = (place.ty.clone(), place.wanted.clone(), place.style);
            for_each_part(&mut ty, &wanted, &mut |ty, facts, _| {
                self.meet(ty, facts.as_deref(), style, &mut open)
            });
        }
    }

    /// Counts a use, and returns whether the type has no name.
    fn meet(&mut self, ty: &Type, facts: Option<&Constraints>, style: Style, open: &mut Vec<u64>) -> bool {
        for key in self.keys(ty, facts, style).into_iter().flatten() {
            if let Some(place) = self.places.get_mut(&key) {
                place.uses += 1;
                if place.uses == 1 {
                    open.push(key);
                }
                return false;
            }
        }
        true
    }

    /// Puts the names in place of the types, and adds the types to the named ones.
    fn replace(&mut self, tools: &mut [Declaration<'_>], named: &mut Vec<Named>) {
        if self.places.is_empty() {
            return;
        }
        let mut taken: UniqueNames = named.iter().map(|named| named.definition.name.clone()).collect();
        let mut open = Vec::new();
        for_each(tools, named, &mut |ty, facts, _, style| self.put(ty, facts, style, &mut taken, &mut open));
        let mut at = 0;
        while let Some(&key) = open.get(at) {
            at += 1;
            let Some(place) = self.places.get(&key) else { continue };
            let (mut ty, style) = (place.ty.clone(), place.style);
            let definition = Definition::new(place.name.clone().unwrap_or_default(), Type::ANY);
            let facts = place.facts.clone();
            let wanted = place.wanted.clone();
            for_each_part(&mut ty, &wanted, &mut |ty, facts, _| {
                self.put(ty, facts, style, &mut taken, &mut open)
            });
            named.push(Named::new(Definition { facts, ty, ..definition }, wanted, style));
        }
    }

    /// Puts a name in place of a type that has one, and returns whether it has none.
    fn put(
        &mut self,
        ty: &mut Type,
        facts: Option<&mut Constraints>,
        style: Style,
        taken: &mut UniqueNames,
        open: &mut Vec<u64>,
    ) -> bool {
        let keys = self.keys(ty, facts.as_deref(), style);
        for (key, with_facts) in keys.into_iter().zip([true, false]) {
            let Some(key) = key else { continue };
            let is_equal = |place: &&mut SharedType| {
                place.ty == *ty && (!with_facts || facts.as_deref() == Some(&place.facts))
            };
            let Some(place) = self.places.get_mut(&key).filter(is_equal) else { continue };
            let name = place.name.get_or_insert_with(|| {
                open.push(key);
                unique(&place.wanted, taken)
            });
            *ty = Type::Reference { name: name.clone(), args: Vec::new() };
            if let Some(facts) = facts.filter(|_| with_facts) {
                *facts = Constraints::default();
            }
            return false;
        }
        true
    }
}

impl SharedType {
    /// Returns whether the name saves tokens.
    fn pays(&self) -> bool {
        let name = tokens(&self.wanted);
        self.uses > 1 && self.tokens * (self.uses - 1) >= name * self.uses + name + SAVING
    }
}

/// Visitor of a type: with the constraints next to it, the name of the nearest property, and its style.
type Visit<'v> = dyn FnMut(&mut Type, Option<&mut Constraints>, &str, Style) -> bool + 'v;

/// Calls `each` with the types of all tools and named types.
fn for_each(tools: &mut [Declaration<'_>], named: &mut [Named], each: &mut Visit<'_>) {
    for Declaration { name, parts, arguments, output, style, .. } in tools {
        let input = arguments.is_none().then(|| format!("{name} Input"));
        for part in parts {
            let facts = arguments.is_some().then_some(&mut part.facts);
            let name = input.as_deref().unwrap_or(&part.name);
            for_each_type(&mut part.ty, facts, name, &mut |ty, facts, name| each(ty, facts, name, *style));
        }
        if let Some(Output { ty, style, .. }) = output {
            let name = format!("{name} Result");
            for_each_type(ty, None, &name, &mut |ty, facts, name| each(ty, facts, name, *style));
        }
    }
    for Named { definition, style, .. } in named {
        let name = definition.name.clone();
        for_each_part(&mut definition.ty, &name, &mut |ty, facts, name| each(ty, facts, name, *style));
    }
}

/// The name of a type: its title, or the name of its property or tool.
fn wanted(of: &str, facts: Option<&Constraints>) -> String {
    const LONGEST: usize = 40;
    let title = facts.and_then(|facts| facts.keyword("title")).and_then(serde_json::Value::as_str);
    let text = title.filter(|title| (1..=LONGEST).contains(&title.len())).unwrap_or(of);
    let name = type_name(text);
    let mut chars = name.chars();
    match chars.next() {
        Some(first) if first.is_lowercase() => {
            type_name(&format!("{}{}", first.to_uppercase(), chars.as_str()))
        }
        _ => name,
    }
}

/// Estimates the tokens of code: one for six letters of a word, one for each group of other characters.
fn tokens(text: &str) -> usize {
    const WORD: usize = 6;
    let mut count = 0;
    let mut letters = 0;
    let mut others = false;
    for c in text.chars() {
        if c.is_alphanumeric() {
            if letters % WORD == 0 {
                count += 1;
            }
            letters += 1;
            others = false;
        } else {
            letters = 0;
            count += usize::from(!c.is_whitespace() && !others);
            others = !c.is_whitespace();
        }
    }
    count
}
