//! Names of the harness in a page's documents, which no page can foresee.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::sync::LazyLock;

use serde_json::Value;

use super::javascript::{
    CALLER, CALLS, DATA, DECODE, ENCODE, GATE, HARNESS, INSTALLER_NAME, KEY, PASS, RECORD, SECRET, WEBMCP,
};
use super::random;

const REALM: &str = "(function(){return this})()";

/// Random names and keys by which the runtime finds and authenticates its own script in a page.
///
/// The window's property that holds it can be found by the page, but neither foreseen nor, once it is there, replaced.
/// Only who knows the key gets the harness from it, and only the harness knows the token that its answers begin with.
#[derive(Clone)]
pub struct HarnessSecrets {
    property: String,
    key: String,
    token: String,
    /// `true` if the harness is installed before the scripts of every page.
    kept: bool,
    /// `true` if the page shows a document that has the door alone, as far as is known.
    lacks_harness: bool,
}

impl fmt::Debug for HarnessSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HarnessSecrets").finish_non_exhaustive()
    }
}

impl Default for HarnessSecrets {
    fn default() -> Self {
        Self {
            property: format!("webagents:{}", random::digits()),
            key: random::digits(),
            token: random::digits(),
            kept: false,
            lacks_harness: false,
        }
    }
}

impl HarnessSecrets {
    /// Records that the page shows a new document in which no code has run yet.
    ///
    /// Then the next run includes the parts that such a document lacks; otherwise the document must request them,
    /// which costs one more command.
    pub fn arrived(&mut self) {
        self.lacks_harness = true;
    }

    /// Returns whether the next script must include the harness, if the document has the property.
    ///
    /// Asking ends that.
    pub(crate) fn take_lacking(&mut self) -> bool {
        std::mem::take(&mut self.lacks_harness) && self.kept
    }

    /// Replaces the secrets before the harness is installed after a page's scripts.
    ///
    /// These may have seen the old ones in an earlier document, and have put something in their place in this one.
    pub(crate) fn renew(&mut self) {
        if !self.kept {
            *self = Self::default();
        }
    }

    /// Keeps them, because they are installed before the scripts of every page.
    pub(crate) fn keep(&mut self) {
        self.kept = true;
        self.arrived();
    }

    /// The harness's answer without the token that it begins with; `None` when it is not the harness's.
    pub(crate) fn open<'t>(&self, answer: &'t str) -> Option<&'t str> {
        answer.strip_prefix(&self.token)
    }

    /// The expression that gives the harness if it is installed, else undefined.
    ///
    /// No page can replace
    /// `window` or put another binding before it.
    pub(crate) fn taken(&self) -> String {
        format!("window[\"{}\"]?.(\"{}\")", self.property, self.key)
    }

    /// The expression that installs the door to the harness and gives it.
    ///
    /// `late` is a JavaScript value: whether the page's scripts came first.
    fn door(&self, late: &str) -> String {
        let secrets = format!(
            "{{__proto__:null,key:{},pass:{},secret:[{}]}}",
            Value::from(KEY.as_str()),
            Value::from(PASS.as_str()),
            *SECRET
        );
        format!(
            "({})({secrets},\"{}\",\"{}\",\"{}\",{late},{REALM})",
            *GATE, self.property, self.key, self.token
        )
    }

    /// The expression that gives the harness, and builds and installs it first if needed.
    ///
    /// The function that builds it has no secret in its text: it does no harm in the hands of a page.
    pub(crate) fn taken_or_installed(&self) -> String {
        format!(
            "(window[\"{}\"]??{})(\"{}\",undefined,(channel,parts,secrets)=>({})(channel,parts,secrets,{},{},{},{},{},{},{}))",
            self.property,
            self.door("true"),
            self.key,
            *HARNESS,
            *WEBMCP,
            *ENCODE,
            *DATA,
            *RECORD,
            *DECODE,
            *CALLER,
            *CALLS
        )
    }

    /// The script that installs the door to the harness before a page's own scripts. Frames have none.
    pub(crate) fn preload(&self) -> String {
        format!(
            "if(window===window.top&&!window[\"{}\"]){}\n//# sourceURL={INSTALLER_NAME}",
            self.property,
            self.door("false")
        )
    }

    /// The function that hands a channel to the harness.
    pub(crate) fn listener(&self) -> String {
        format!("(send)=>{{window[\"{}\"]?.(\"{}\",send)}}", self.property, self.key)
    }
}

/// Keyed at random, so that no code can be written that has another's name.
pub(crate) static NAMES: LazyLock<RandomState> = LazyLock::new(RandomState::new);
