//! Verbs that begin the names of tools, with the classes that decisions depend on.
//!
//! One table for all crates. The classes differ on purpose: a question at each `close` costs little, a false finding about
//! an author's `close` costs trust.

/// Class of a verb in the name of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VerbClass {
    /// A tool with this first verb only reads.
    Reading,
    /// A policy may require the user's approval of a tool with this verb.
    Guarded,
    /// A tool with this first verb takes something away.
    ///
    /// `check` requires the annotation `destructive`.
    Destroying,
    /// A tool with this first verb spends, sends or publishes.
    ///
    /// `check` requires the annotation `consequential`.
    Acting,
    /// A tool with this first verb contradicts the annotation `readOnly`.
    Grave,
    /// A tool with this first verb also contradicts `destructive: false`.
    Final,
}

impl VerbClass {
    /// Returns whether a word in lower case is a verb of this class.
    ///
    /// ```
    /// use webagents_text::VerbClass;
    /// assert!(VerbClass::Final.contains("delete") && VerbClass::Reading.contains("get"));
    /// assert!(!VerbClass::Guarded.contains("get"));
    /// ```
    pub fn contains(self, word: &str) -> bool {
        classes(word).contains(&self)
    }
}

/// Returns the classes of a word in lower case; none for a word that is not in the table.
fn classes(word: &str) -> &'static [VerbClass] {
    use VerbClass::{Acting, Destroying, Final, Grave, Guarded, Reading};
    match word {
        "browse" | "calculate" | "check" | "compare" | "count" | "describe" | "estimate" | "fetch"
        | "filter" | "find" | "get" | "has" | "is" | "list" | "load" | "lookup" | "open" | "preview"
        | "query" | "read" | "search" | "show" => &[Reading],
        "approve" | "authorize" | "bid" | "close" | "confirm" | "disable" | "grant" | "invite" | "kill"
        | "message" | "payment" | "reset" | "sell" | "share" | "sign" | "trade" => &[Guarded],
        "cancel" | "deactivate" | "revoke" | "terminate" => &[Guarded, Destroying],
        "remove" | "unsubscribe" => &[Guarded, Destroying, Grave],
        "delete" | "destroy" | "drop" | "erase" | "purge" | "wipe" => &[Guarded, Destroying, Grave, Final],
        "clear" | "discard" | "empty" | "overwrite" | "truncate" | "uninstall" | "entferne" | "entfernen"
        | "kuendige" | "kündige" | "loesche" | "loeschen" | "lösche" | "löschen" => &[Destroying],
        "book" | "deploy" | "donate" | "order" | "post" | "submit" | "subscribe" | "wire" => {
            &[Guarded, Acting]
        }
        "buy" | "charge" | "checkout" | "pay" | "publish" | "purchase" | "send" | "transfer" | "withdraw" => {
            &[Guarded, Acting, Grave]
        }
        "refund" => &[Acting, Grave],
        "tip" | "bestelle" | "bestellen" | "bezahle" | "bezahlen" | "kaufe" | "kaufen" | "ueberweise"
        | "überweise" => &[Acting],
        _ => &[],
    }
}
