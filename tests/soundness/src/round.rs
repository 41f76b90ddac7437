//! Is a schema that was read and written, or went through TypeScript, still the same schema?
//!
//! It must accept the same values, as [`relate_schemas`] decides, and have the same texts for people. Everything
//! that does not come back must be in the converters' own list of losses: nothing is lost silently.

use std::fmt;

use serde_json::Value;
use webagents_schema::Loss;

use crate::corpus::Tool;
use crate::forms::compare_schemas;
use crate::judge::Judge;
use crate::ours;
use crate::relation::{Relation, lost_words, relate_schemas};

/// A way there and back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// The tree that all conversions share, and nothing else.
    Tree,
    /// Declarations with tags.
    TypeScript,
}

impl Route {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Tree, Self::TypeScript];

    const fn name(self) -> &'static str {
        match self {
            Self::Tree => "schema -> tree -> schema",
            Self::TypeScript => "schema -> TypeScript with tags -> schema",
        }
    }
}

/// Results of all schemas on one route.
#[derive(Debug)]
pub struct Trips {
    route: Route,
    total: usize,
    equal: usize,
    /// Schemas that `jsonschema::canonical` cannot compare, and that agree on all tried values.
    alike: Vec<String>,
    /// Schemas that came back as another one.
    changed: Vec<Changed>,
}

/// A schema that came back as another.
#[derive(Debug)]
struct Changed {
    id: String,
    /// Relation to the schema that was sent, or the reason why nothing came back.
    how: String,
    words: Vec<String>,
    losses: Vec<Loss>,
}

impl Trips {
    /// The ids of schemas that changed without a loss that reports it.
    pub fn silent(&self) -> impl Iterator<Item = &str> {
        self.changed.iter().filter(|changed| changed.losses.is_empty()).map(|changed| changed.id.as_str())
    }

    /// Number of schemas that were sent.
    pub fn total(&self) -> usize {
        self.total
    }

    fn add_trip(&mut self, id: String, sent: &Value, back: Result<(&Value, &[Loss]), &str>) {
        // A schema that the judge does not accept cannot be compared.
        if Judge::new(sent).is_err() {
            return;
        }
        self.total += 1;
        let (how, words, losses) = match back {
            Ok((back, losses)) => {
                let relation = relate_schemas(sent, back);
                let words = lost_words(sent, back);
                if relation == Relation::Equal && words.is_empty() {
                    self.equal += 1;
                    return;
                }
                if let Relation::Undecided(_) = relation
                    && words.is_empty()
                    && let Ok(comparison) = compare_schemas(&id, back, sent)
                    && comparison.agrees()
                {
                    self.alike.push(format!("{id}: the same verdict on {} values", comparison.values));
                    return;
                }
                (relation.as_str().to_owned(), words, losses.to_owned())
            }
            Err(reason) => (format!("error: {reason}"), Vec::new(), Vec::new()),
        };
        self.changed.push(Changed { id, how, words, losses });
    }
}

/// Sends the schemas of `tools` along `route`.
pub fn send_tools(route: Route, tools: &[Tool]) -> Trips {
    let mut trips = Trips { route, total: 0, equal: 0, alike: Vec::new(), changed: Vec::new() };
    for (id, schema) in tools.iter().flat_map(Tool::schemas) {
        let back = match route {
            Route::Tree => ours::through_tree(schema),
            Route::TypeScript => ours::through_typescript(schema),
        };
        let back = back.as_ref().map(|back| (&back.value, &back.losses[..])).map_err(String::as_str);
        trips.add_trip(id, schema, back);
    }
    trips
}

impl fmt::Display for Trips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} of {} come back as they were", self.route.name(), self.equal, self.total)?;
        for alike in &self.alike {
            writeln!(f, "- {alike}; containment is not decided")?;
        }
        for Changed { id, how, words, losses } in &self.changed {
            writeln!(f, "- {id}: {how}")?;
            for word in words {
                writeln!(f, "    no longer stated: {word:.160}")?;
            }
            for loss in losses {
                writeln!(f, "    loss: {:.200}", loss.to_string())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use webagents_schema::Action;

    use super::*;

    #[test]
    fn what_changed_silently_is_found() {
        let mut trips =
            Trips { route: Route::TypeScript, total: 0, equal: 0, alike: Vec::new(), changed: Vec::new() };
        let sent = json!({ "type": "string", "maxLength": 3, "description": "A code." });
        trips.add_trip("same".to_owned(), &sent, Ok((&sent, &[])));
        trips.add_trip(
            "silent".to_owned(),
            &sent,
            Ok((&json!({ "type": "string", "description": "A code." }), &[])),
        );
        let losses = [Loss::new("", "maxLength", json!(3), Action::Dropped, "It is gone.")];
        trips.add_trip("said".to_owned(), &sent, Ok((&json!({ "type": "string" }), &losses)));
        trips.add_trip("gone".to_owned(), &sent, Err("no"));
        assert_eq!((trips.total(), trips.equal), (4, 1));
        assert_eq!(trips.silent().collect::<Vec<_>>(), ["silent", "gone"]);
        assert!(trips.to_string().contains("no longer stated: description: \"A code.\""));
    }
}
