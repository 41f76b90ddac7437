//! Values that an expression may have, as far as they lead to a function of the page.

use std::sync::Arc;

use super::dom;

/// Characters of a path that are kept; a tool's name has 128 at most.
const LONGEST: usize = 300;
/// Bytes of a text that is computed from others: joining texts to themselves doubles them.
const COMPUTED: usize = 1_000;
/// Values of one kind that one expression may have.
const MOST: usize = 8;
/// Members of an object literal, and of those within it, that are kept by their names.
const MEMBERS: usize = 64;
/// Objects within objects that are kept.
const DEPTH: usize = 3;
/// Names of the window.
const WINDOWS: [&str; 7] = ["window", "globalThis", "self", "frames", "top", "parent", "opener"];

/// One value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// The window.
    Window,
    /// The document, which leads back to the window.
    Document,
    /// The page's own `global`, which may hold the functions of tools.
    PageTools,
    /// `this` in a function of the code, which is the window where the function is called plainly.
    This,
    /// The harness's `global`.
    Tools,
    /// A tool of the harness's `global`.
    Tool(String),
    /// A member of the window, by its path.
    Path(String),
    /// A member of the window or of a path whose name is not known, by the path with a dot after it.
    Any(String),
    /// A constant text.
    Text(Arc<str>),
    /// A function of the code, by the byte at which it begins.
    Function(u32),
    /// A class of the code, by the byte at which it begins.
    Class(u32),
    /// An object that `new` makes of a class of the code.
    Instance(u32),
    /// An object or array literal.
    Object(Arc<Object>),
    /// Descriptors of the members of an object, by the members' names.
    Descriptors(Arc<Values>),
}

/// The members of a literal.
#[derive(Debug, PartialEq, Default)]
pub(super) struct Object {
    pub(super) named: Vec<(String, Values)>,
    /// Elements, and members whose name is not known.
    pub(super) others: Values,
    /// Values that are spread into it.
    pub(super) spread: Values,
}

/// The values that an expression may have; none of those above when it is empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Values(Vec<Value>);

impl Values {
    pub(super) fn one(value: Value) -> Self {
        Self(vec![value])
    }

    /// A text that is computed, or none where it is too long.
    pub(super) fn text(text: impl AsRef<str>) -> Self {
        let text = text.as_ref();
        if text.len() > COMPUTED { Self::default() } else { Self::one(Value::Text(text.into())) }
    }

    /// The list with these elements.
    pub(super) fn list(elements: impl IntoIterator<Item = Self>) -> Self {
        let named = elements.into_iter().enumerate().map(|(index, values)| (index.to_string(), values));
        Self::object(Object { named: named.collect(), ..Object::default() })
    }

    /// The list of any number of these elements.
    pub(super) fn list_of(others: Self) -> Self {
        Self::object(Object { others, ..Object::default() })
    }

    /// The value of a name that the code does not bind.
    pub(super) fn of_name(name: &str) -> Self {
        match name {
            "global" => Self::one(Value::Tools),
            _ => Self::one(of_window(name)),
        }
    }

    /// The object with these members.
    ///
    /// Of too many members, the values that lead to the page are kept without their names.
    pub(super) fn object(object: Object) -> Self {
        let mut all = object.named.iter().map(|(_, values)| values).chain([&object.others, &object.spread]);
        if all.clone().all(Self::is_empty) {
            return Self::default();
        }
        if object.size() <= MEMBERS && object.depth() <= DEPTH {
            drop(all);
            return Self::one(Value::Object(Arc::new(object)));
        }
        let mut others = Self::default();
        for value in all.by_ref().flat_map(Self::iter) {
            if !matches!(value, Value::Object(_) | Value::Text(_)) {
                others.push(value.clone());
            }
        }
        if others.is_empty() {
            return others;
        }
        Self::one(Value::Object(Arc::new(Object { others, ..Object::default() })))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Value> {
        self.0.iter()
    }

    pub(super) fn has(&self, value: &Value) -> bool {
        self.0.contains(value)
    }

    /// Adds the values of `other`, and says whether there was a new one.
    pub(super) fn add(&mut self, other: &Self) -> bool {
        let before = self.0.len();
        for value in &other.0 {
            self.push(value.clone());
        }
        self.0.len() > before
    }

    pub(super) fn or(mut self, other: &Self) -> Self {
        self.add(other);
        self
    }

    /// Each text of these before each of `other`.
    pub(super) fn joined(&self, other: &Self) -> Self {
        let mut all = Self::default();
        for left in self.texts() {
            for right in other.texts() {
                all.add(&Self::text(format!("{left}{right}")));
            }
        }
        all
    }

    /// The text, where it is one text for certain.
    pub(super) fn only_text(&self) -> Option<&str> {
        match self.0.as_slice() {
            [Value::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The constant texts among them, and those in literals among them, which a key of them would be.
    pub(super) fn texts(&self) -> Vec<Arc<str>> {
        let mut texts = Vec::new();
        for value in &self.0 {
            match value {
                Value::Text(text) => texts.push(Arc::clone(text)),
                Value::Object(object) => {
                    let only = match object.named.as_slice() {
                        [(name, values)] if name == "0" => values.0.as_slice(),
                        _ => &[],
                    };
                    texts.extend(object.others.0.iter().chain(only).filter_map(|one| match one {
                        Value::Text(text) => Some(Arc::clone(text)),
                        _ => None,
                    }));
                }
                _ => {}
            }
        }
        texts
    }

    /// The elements of lists among them in their order, as far as it is known.
    pub(super) fn elements(&self) -> Option<Vec<Self>> {
        let [Value::Object(object)] = self.0.as_slice() else { return None };
        let in_order = object.named.iter().enumerate().all(|(index, (name, _))| *name == index.to_string());
        (in_order && object.others.is_empty() && object.spread.is_empty())
            .then(|| object.named.iter().map(|(_, values)| values.clone()).collect())
    }

    /// The element at `index` of lists, or any element where their order is not known.
    pub(super) fn at(&self, index: usize) -> Self {
        let name = index.to_string();
        let mut found = Self::default();
        for value in &self.0 {
            let values = match value {
                Value::Object(object) => object.member(&name),
                value => Self::one(value.clone()).element(),
            };
            found.add(&values);
        }
        found
    }

    /// Names of the members of literals among them.
    pub(super) fn keys(&self) -> Self {
        let mut keys = Self::default();
        for value in &self.0 {
            if let Value::Object(object) = value {
                for (name, _) in &object.named {
                    keys.add(&Self::text(name));
                }
                keys.add(&object.spread.keys());
            }
        }
        keys
    }

    /// Pairs of the names and values of members.
    pub(super) fn entries(&self) -> Self {
        let mut pairs = Self::default();
        for value in &self.0 {
            match value {
                Value::Object(object) => {
                    for (name, values) in &object.named {
                        pairs.add(&Self::list([Self::text(name), values.clone()]));
                    }
                    pairs.add(&object.spread.entries());
                }
                value => {
                    pairs.add(&Self::list([Self::default(), Self::one(value.clone()).element()]));
                }
            }
        }
        pairs
    }

    /// The values that mean the same in another text.
    pub(super) fn portable(&self) -> Self {
        let portable = |value: &&Value| {
            matches!(
                value,
                Value::Window
                    | Value::Document
                    | Value::PageTools
                    | Value::Path(_)
                    | Value::Any(_)
                    | Value::Text(_)
            )
        };
        Self(self.0.iter().filter(portable).cloned().collect())
    }

    /// The values of the member `name`.
    pub(super) fn member(&self, name: &str) -> Self {
        let mut found = Self::default();
        // The value of the window comes first, so that the limit never drops it.
        if self.has(&Value::Window) {
            found.push(of_window(name));
        }
        for value in &self.0 {
            match value {
                Value::This if !dom::is_member(name) => found.push(of_window(name)),
                Value::Tools => found.push(Value::Tool(name.to_owned())),
                Value::Tool(tool) if name == "name" => found.push(Value::Text(tool.as_str().into())),
                Value::PageTools => found.push(path(name)),
                Value::Path(before) if before.len() + name.len() < LONGEST => {
                    found.push(Value::Path(format!("{before}.{name}")));
                }
                Value::Document if name == "defaultView" || name == "parentWindow" => {
                    found.push(Value::Window);
                }
                Value::Object(object) => found = found.or(&object.member(name)),
                Value::Descriptors(object) => found = found.or(&Self::list_of(object.member(name))),
                Value::Window
                | Value::Document
                | Value::Path(_)
                | Value::Any(_)
                | Value::This
                | Value::Tool(_)
                | Value::Text(_)
                | Value::Function(_)
                | Value::Class(_)
                | Value::Instance(_) => {}
            }
        }
        // An element of the page leads to its document, and that to its window.
        let own = self
            .0
            .iter()
            .any(|value| matches!(value, Value::Object(_) | Value::Class(_) | Value::Instance(_)));
        match name {
            // An event leads to the window that it is of.
            "defaultView" | "contentWindow" | "view" if !own => found.push(Value::Window),
            "ownerDocument" if !own => found.push(Value::Document),
            _ => {}
        }
        found
    }

    /// The values of a member whose name is not known.
    pub(super) fn element(&self) -> Self {
        let mut found = Self::default();
        for value in &self.0 {
            match value {
                Value::Object(object) => {
                    found = found.or(&object.others);
                    for (_, values) in &object.named {
                        found = found.or(values);
                    }
                    found = found.or(&object.spread.element());
                }
                Value::Descriptors(object) => found = found.or(&Self::list_of(object.element())),
                Value::Window => found.push(Value::Any(String::new())),
                Value::Path(path) => found.push(Value::Any(format!("{path}."))),
                _ => {}
            }
        }
        found
    }

    pub(super) fn push(&mut self, value: Value) {
        // The limit holds for each kind of value, so that a value that leads to the page is kept however many others
        // there are.
        let counts = |one: &Value| std::mem::discriminant(one) == std::mem::discriminant(&value);
        if self.0.iter().filter(|one| counts(one)).count() < MOST && !self.0.contains(&value) {
            self.0.push(value);
        }
    }
}

impl Object {
    pub(super) fn member(&self, name: &str) -> Values {
        if let Some((_, values)) = self.named.iter().rev().find(|(own, _)| own == name) {
            return values.clone();
        }
        self.others.clone().or(&self.spread.member(name))
    }

    fn size(&self) -> usize {
        let all = self.named.iter().map(|(_, values)| values).chain([&self.others, &self.spread]);
        let sizes = all.flat_map(Values::iter).map(|value| match value {
            Value::Object(object) => object.size(),
            _ => 1,
        });
        self.named.len() + sizes.sum::<usize>()
    }

    fn depth(&self) -> usize {
        let all = self.named.iter().map(|(_, values)| values).chain([&self.others, &self.spread]);
        let deepest = all.flat_map(Values::iter).map(|value| match value {
            Value::Object(object) => object.depth(),
            _ => 0,
        });
        deepest.max().unwrap_or(0) + 1
    }
}

/// The window's member of this name.
fn of_window(name: &str) -> Value {
    match name {
        "document" => Value::Document,
        "global" => Value::PageTools,
        name if WINDOWS.contains(&name) || name.bytes().all(|byte| byte.is_ascii_digit()) => Value::Window,
        name => path(name),
    }
}

fn path(name: &str) -> Value {
    Value::Path(name.chars().take(LONGEST).collect())
}

/// Kinds of texts that are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum TextKind {
    /// Code as it is.
    Code,
    /// An address, which is code where it begins with `javascript:` or holds a script.
    Url,
    /// A text that may be code or markup, or a text for people: it has to call the tool.
    Markup,
}
