//! Guard that keeps the cost of a page linear.
//!
//! Two parts of html5ever are quadratic by design, and a page of a few hundred kilobytes can trigger both. The
//! tokenizer compares each attribute of a tag with all previous ones: `webagents_html` counts the attributes of a tag
//! before the tokenizer sees it. The tree builder walks the stack of open elements and the list of active formatting
//! elements for nearly each tag: [`GuardedBuilder`] is between the two, drops unused attributes (so that equal formatting
//! elements are equal, of which the standard keeps three), and drops all tokens once the budget of steps is spent.
//!
//! The guard is independent of the search, except for the names of the attributes that it keeps.

use html5ever::local_name;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use webagents_html::{Content, Guard, Watch};

use super::sink::{Handle, Sink};
use crate::limits::{STEPS, STEPS_PER_BYTE};

/// Tree builder with its guard.
pub(super) struct GuardedBuilder {
    builder: TreeBuilder<Handle, Sink>,
    budget: u64,
    watch: Watch,
}

impl GuardedBuilder {
    /// Creates a tree builder with the budget of a page of `length` bytes.
    pub(super) fn new(length: usize) -> Self {
        let options =
            TreeBuilderOpts { scripting_enabled: true, drop_doctype: true, ..TreeBuilderOpts::default() };
        Self {
            builder: TreeBuilder::new(Sink::new(), options),
            budget: STEPS + STEPS_PER_BYTE * length as u64,
            watch: Watch::default(),
        }
    }

    pub(super) fn sink(&self) -> &Sink {
        &self.builder.sink
    }
}

impl Guard for GuardedBuilder {
    fn content(&self) -> Content {
        self.watch.content(|| self.adjusted_current_node_present_but_not_in_html_namespace())
    }

    fn took_token(&self) -> bool {
        self.watch.took_token()
    }

    /// Returns whether the budget is spent: from then on every token is dropped.
    fn is_spent(&self) -> bool {
        self.sink().steps() > self.budget
    }
}

impl TokenSink for GuardedBuilder {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if self.is_spent() {
            return TokenSinkResult::Continue;
        }
        self.watch.token(&token);
        match token {
            Token::TagToken(mut tag) => {
                strip(&mut tag);
                let name = tag.name.clone();
                let answer = self.builder.process_token(Token::TagToken(tag), line);
                self.watch.answer(name, &answer);
                answer
            }
            Token::ParseError(_) => TokenSinkResult::Continue,
            _ => self.builder.process_token(token, line),
        }
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Keeps the attributes that are searched for, and those that affect tree construction.
fn strip(tag: &mut Tag) {
    let keeps: &[_] = match (tag.kind, &tag.name) {
        (TagKind::StartTag, &local_name!("meta")) => &[local_name!("name"), local_name!("content")],
        (TagKind::StartTag, &local_name!("link")) => &[local_name!("rel"), local_name!("href")],
        (TagKind::StartTag, &local_name!("base")) => &[local_name!("href")],
        // A hidden input may be in a table.
        (TagKind::StartTag, &local_name!("input")) => &[local_name!("type")],
        // HTML may be in MathML there.
        (TagKind::StartTag, &local_name!("annotation-xml")) => &[local_name!("encoding")],
        // With one of these the tag ends foreign content. Their values do not matter.
        (TagKind::StartTag, &local_name!("font")) => {
            for attribute in &mut tag.attrs {
                attribute.value.clear();
            }
            &[local_name!("color"), local_name!("face"), local_name!("size")]
        }
        _ => &[],
    };
    tag.attrs.retain(|attribute| keeps.contains(&attribute.name.local));
}
