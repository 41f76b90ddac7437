//! The tools that code may call, and those that need a decision of the user first.
//!
//! The decision: a policy is data, its verdict depends on a tool's name and annotations alone, and every verdict
//! names the rule that gave it. The user's rules by name come first and the first that matches counts, even if it is
//! laxer. The site's annotations of a tool come second and can only raise caution: a hint that lowers it is not
//! trusted unless the user [vouches](AnnotationTrust::Vouched) for the site.
//!
//! By default a tool without annotations is allowed. MCP's defaults would require consent to every call, because its
//! tools run with the rights of a server. A tool of a page has only the power that the page's own scripts have in the
//! user's session at any time, and users soon answer a question at every step without reading it. A tool that anybody
//! marks as destructive or consequential needs the user's consent, and is denied without a user. [`Policy::strict`]
//! applies the defaults of the protocols literally.

mod read;

use serde::{Deserialize, Serialize};
use webagents_manifest::{Annotations, Caution, caution};
use webagents_schema::near_names;
use webagents_text::{VerbClass, name_words};

use crate::outcome::Verdict;
use crate::page::escape_name;

/// Degree to which a policy trusts the annotations that a site gives its tools, such as `destructive`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AnnotationTrust {
    /// An annotation counts if it is present; a missing one is not assumed.
    #[default]
    Marked,
    /// The most cautious defaults of MCP and WebMCP ([`caution`]); no annotation makes a tool safer.
    ///
    /// So every tool is taken for destructive.
    Caution,
    /// The site's annotations are trusted, as annotations of a user's own site.
    ///
    /// The defaults come from [`Caution::vouched`].
    Vouched,
}

/// Rule of a policy: the verdict on calls of tools whose names match a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct PolicyRule {
    /// Pattern of tool names, in which `*` matches any characters, such as `cart.*`.
    pub tools: String,
    /// Verdict on calls of tools whose names match the pattern: allow, ask the user, or deny.
    pub verdict: Verdict,
}

impl PolicyRule {
    /// Creates a rule that gives `verdict` on calls of the tools whose names match `pattern`.
    pub fn new(pattern: impl Into<String>, verdict: Verdict) -> Self {
        Self { tools: pattern.into(), verdict }
    }
}

/// Rules that decide which tool calls are allowed, confirmed by the user, or denied.
///
/// As JSON it is an object with these fields, all optional. A member that is unknown, there twice or of another type is
/// an error that names its path:
///
/// ```
/// use webagents_runtime::{Policy, Verdict};
/// let policy: Policy = serde_json::from_str(
///     r#"{ "rules": [{ "tools": "cart.*", "verdict": "allow" }], "names": "confirm", "destructive": "deny" }"#,
/// )?;
/// assert_eq!(policy.judge("cart.clear", &Default::default()).verdict, Verdict::Allow);
/// assert_eq!(policy.judge("placeOrder", &Default::default()).verdict, Verdict::Confirm);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Policy {
    /// Rules by tool name, tried in order before the other fields; the first that matches decides.
    pub rules: Vec<PolicyRule>,
    /// Verdict for tools that may destroy something. Default: confirm, which asks the user.
    pub destructive: Verdict,
    /// Verdict for tools with consequences outside the page. Default: confirm, which asks the user.
    pub consequential: Verdict,
    /// Verdict for tools that interact with systems other than the site. Default: allow.
    pub open_world: Verdict,
    /// Verdict for tools whose results hold text that others than the site wrote. Default: allow.
    pub untrusted_content: Verdict,
    /// Verdict for tools whose name suggests consequences, such as `placeOrder`. Default: allow.
    ///
    /// See [`sounds_consequential`].
    pub names: Verdict,
    /// Verdict for tools that no rule and no other field of the policy applies to. Default: allow.
    pub otherwise: Verdict,
    /// Verdict for a tool whose JavaScript function the page has replaced. Default: deny.
    pub replaced: Verdict,
    /// Verdict for a tool of the page whose definition differs from the recorded or first seen one.
    ///
    /// It is compared with the pinned definition, or with the first one in the session: title, description, arguments,
    /// annotations, origin. Default: confirm.
    pub redefined: Verdict,
    /// Trust in the annotations that a site gives its tools. Default: [`AnnotationTrust::Marked`].
    pub annotations: AnnotationTrust,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            rules: Vec::new(),
            destructive: Verdict::Confirm,
            consequential: Verdict::Confirm,
            open_world: Verdict::Allow,
            untrusted_content: Verdict::Allow,
            names: Verdict::Allow,
            otherwise: Verdict::Allow,
            replaced: Verdict::Deny,
            redefined: Verdict::Confirm,
            annotations: AnnotationTrust::Marked,
        }
    }
}

/// Place of a verdict in a policy.
type VerdictField = fn(&mut Policy) -> &mut Verdict;

/// The verdicts of a policy by their names, in written order.
const FIELDS: [(&str, VerdictField); 8] = [
    ("destructive", |policy| &mut policy.destructive),
    ("consequential", |policy| &mut policy.consequential),
    ("open_world", |policy| &mut policy.open_world),
    ("untrusted_content", |policy| &mut policy.untrusted_content),
    ("names", |policy| &mut policy.names),
    ("otherwise", |policy| &mut policy.otherwise),
    ("replaced", |policy| &mut policy.replaced),
    ("redefined", |policy| &mut policy.redefined),
];

impl Policy {
    /// Creates a policy that asks the user about every tool whose name no rule matches.
    ///
    /// These are the protocols' defaults: a tool may be destructive, and no one vouches for a site that denies it.
    pub fn strict() -> Self {
        Self { annotations: AnnotationTrust::Caution, names: Verdict::Confirm, ..Self::default() }
    }

    /// Inserts a rule for tools whose names match `pattern` before the rules that the policy has.
    #[must_use]
    pub fn with_rule(mut self, pattern: impl Into<String>, verdict: Verdict) -> Self {
        self.rules.insert(0, PolicyRule::new(pattern, verdict));
        self
    }

    /// Returns the rules of the policy that match none of the tool names `tools`, in order.
    ///
    /// A name that was mistyped guards nothing, so report it to the user.
    pub fn unmatched(&self, tools: &[&str]) -> Vec<Unmatched> {
        let none = |rule: &&PolicyRule| !tools.iter().any(|name| matches_pattern(&rule.tools, name));
        let one = |rule: &PolicyRule| Unmatched {
            tools: rule.tools.clone(),
            near: near_names(&rule.tools, tools.iter().copied()).into_iter().map(str::to_owned).collect(),
        };
        self.rules.iter().filter(none).map(one).collect()
    }

    /// Returns the verdict on calls of the tool `name` with these annotations, with rule and reason.
    pub fn judge(&self, name: &str, annotations: &Annotations) -> Evaluation {
        self.judge_registered(name, None, annotations, "the site")
    }

    /// Returns the same for a tool that the page registers under another name than code calls it by.
    ///
    /// Rules that require consent or deny hold for both names, rules that allow for `name` alone: a frame's `pay` is
    /// `pay$0`. `annotator` is the author of the annotations, such as `the site`.
    pub(crate) fn judge_registered(
        &self,
        name: &str,
        registered: Option<&str>,
        annotations: &Annotations,
        annotator: &str,
    ) -> Evaluation {
        let holds = |rule: &&PolicyRule| {
            matches_pattern(&rule.tools, name)
                || (rule.verdict > Verdict::Allow
                    && registered.is_some_and(|registered| matches_pattern(&rule.tools, registered)))
        };
        if let Some(rule) = self.rules.iter().find(holds) {
            let effect = match rule.verdict {
                Verdict::Allow => "allows it",
                Verdict::Confirm => "requires confirmation",
                Verdict::Deny => "denies it",
            };
            let because = format!("the operator's rule for `{}` {effect}", escape_name(&rule.tools));
            return Evaluation {
                verdict: rule.verdict,
                rule: format!("tools {}", escape_name(&rule.tools)),
                because,
            };
        }
        let seen = match self.annotations {
            AnnotationTrust::Marked => Caution::marked(annotations),
            AnnotationTrust::Caution => caution(annotations),
            AnnotationTrust::Vouched => Caution::vouched(annotations),
        };
        let said = |mark: Option<bool>, what: &str| match mark {
            Some(true) => format!("{annotator} marks it as {what}"),
            _ => format!("no trusted annotation rules out that it is {what}"),
        };
        let sounding = self.names > Verdict::Allow && sounds_consequential(name);
        let rows = [
            (seen.consequential, self.consequential, "consequential", annotations.consequential),
            (seen.destructive, self.destructive, "destructive", annotations.destructive),
            (seen.open_world, self.open_world, "open_world", annotations.open_world),
            (
                seen.untrusted_content,
                self.untrusted_content,
                "untrusted_content",
                annotations.untrusted_content,
            ),
            (sounding, self.names, "names", None),
        ];
        let mut found = Evaluation {
            verdict: self.otherwise,
            rule: "otherwise".to_owned(),
            because: "no rule names it".to_owned(),
        };
        for (holds, verdict, rule, mark) in rows {
            if holds && verdict > found.verdict {
                let because = match rule {
                    "names" => "its name sounds as if it had consequences".to_owned(),
                    what => said(mark, &what.replace('_', " ")),
                };
                found = Evaluation { verdict, rule: rule.to_owned(), because };
            }
        }
        found
    }
}

crate::option_setters!(Policy {
    with_rules(rules: impl Into<Vec<PolicyRule>>),
    with_destructive(destructive: Verdict),
    with_consequential(consequential: Verdict),
    with_open_world(open_world: Verdict),
    with_untrusted_content(untrusted_content: Verdict),
    with_names(names: Verdict),
    with_otherwise(otherwise: Verdict),
    with_replaced(replaced: Verdict),
    with_redefined(redefined: Verdict),
    with_annotations(annotations: AnnotationTrust),
});

/// Rule of a policy that matches none of a site's tools, with tools of similar names.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unmatched {
    /// Pattern of tool names in the rule that matches no tool.
    pub tools: String,
    /// Names of the site's tools that are similar to the pattern, most similar first.
    pub near: Vec<String>,
}

/// Verdict of a policy on calls of one tool, with the rule that decided and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evaluation {
    /// Verdict of the policy on calls of the tool that was judged: allow, ask the user, or deny.
    pub verdict: Verdict,
    /// Name of the rule that decided: a field of [`Policy`], or `tools PATTERN` for one of its rules.
    pub rule: String,
    /// Reason for the verdict on the tool, as text, such as the annotation or pattern that applied.
    pub because: String,
}

/// Returns whether `pattern`, in which `*` matches any characters, matches the whole of `text`.
///
/// It takes time in proportion to the product of their lengths at most: of several stars only the last is tried again.
///
/// ```
/// use webagents_runtime::guard::matches_pattern;
///
/// assert!(matches_pattern("get*", "getBasket"));
/// assert!(!matches_pattern("get*", "forget"));
/// ```
pub fn matches_pattern(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut n) = (0, 0);
    let mut star = None;
    while n < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(byte) if text.get(n) == Some(byte) => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    p = at + 1;
                    n = from + 1;
                }
                None => return false,
            },
        }
    }
    pattern.get(p..).unwrap_or_default().iter().all(|&byte| byte == b'*')
}

/// Returns whether a tool's name has a word for a lasting effect, such as `buy` or `delete`.
///
/// One of its words, as camel case, `_`, `-` and `.` divide them, is a verb such as `buy`, `delete` or `transfer`, and
/// the name, or its last part after a dot, does not begin with a verb that only reads.
///
/// ```
/// use webagents_runtime::guard::sounds_consequential;
/// assert!(sounds_consequential("placeOrder") && sounds_consequential("cart.checkout"));
/// assert!(!sounds_consequential("getOrder") && !sounds_consequential("searchBooks"));
/// ```
pub fn sounds_consequential(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    let words = name_words(last);
    let reads = words.first().is_some_and(|first| VerbClass::Reading.contains(first));
    // `checkOut` and `payOff` are two words each.
    let joined = words.concat();
    let is_guarded = |word: &str| VerbClass::Guarded.contains(word);
    !reads && (words.iter().any(|word| is_guarded(word)) || is_guarded(&joined)) || joined == "checkout"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(set: fn(&mut Annotations)) -> Annotations {
        let mut annotations = Annotations::default();
        set(&mut annotations);
        annotations
    }

    #[track_caller]
    fn check(policy: &Policy, name: &str, annotations: &Annotations, verdict: Verdict, rule: &str) {
        let judged = policy.judge(name, annotations);
        assert_eq!((judged.verdict, judged.rule.as_str()), (verdict, rule), "{name}: {judged:?}");
    }

    #[test]
    fn the_defaults() {
        let policy = Policy::default();
        check(&policy, "buy", &Annotations::default(), Verdict::Allow, "otherwise");
        check(&policy, "x", &marked(|a| a.destructive = Some(true)), Verdict::Confirm, "destructive");
        check(&policy, "x", &marked(|a| a.consequential = Some(true)), Verdict::Confirm, "consequential");
        check(&policy, "x", &marked(|a| a.open_world = Some(true)), Verdict::Allow, "otherwise");
    }

    #[test]
    fn a_site_raises_caution_and_never_lowers_it() {
        let harmless = marked(|a| {
            a.read_only = Some(true);
            a.destructive = Some(false);
            a.consequential = Some(false);
        });
        check(&Policy::strict(), "x", &harmless, Verdict::Confirm, "destructive");
        let vouched = Policy { annotations: AnnotationTrust::Vouched, ..Policy::strict() };
        check(&vouched, "x", &harmless, Verdict::Allow, "otherwise");
        check(&vouched, "x", &Annotations::default(), Verdict::Confirm, "destructive");
        let closed = Policy { otherwise: Verdict::Deny, ..Policy::default() };
        check(&closed, "x", &harmless, Verdict::Deny, "otherwise");
        check(&closed, "x", &marked(|a| a.destructive = Some(true)), Verdict::Deny, "otherwise");
    }

    #[test]
    fn the_owners_first_rule_stands() {
        let policy = Policy::default().with_rule("*", Verdict::Deny).with_rule("cart.*", Verdict::Allow);
        check(&policy, "cart.clear", &marked(|a| a.destructive = Some(true)), Verdict::Allow, "tools cart.*");
        check(&policy, "find", &Annotations::default(), Verdict::Deny, "tools *");
    }

    #[test]
    fn patterns() {
        for (pattern, name, want) in [
            ("a", "a", true),
            ("a", "ab", false),
            ("*", "", true),
            ("cart.*", "cart.add", true),
            ("cart.*", "cart", false),
            ("*a*b", "xaxbxb", true),
            ("*a*b", "xaxbxc", false),
            ("", "", true),
            ("", "a", false),
            ("*é", "café", true),
            ("a*b*c", "a-b-b-c", true),
            ("ab*ba", "aba", false),
            ("a**c", "ac", true),
        ] {
            assert_eq!(matches_pattern(pattern, name), want, "{pattern} {name}");
        }
        assert!(!matches_pattern(&"*a".repeat(5_000), &"a".repeat(4_000)));
    }

    #[test]
    fn names_that_sound_consequential() {
        for name in [
            "buy",
            "payNow",
            "delete_account",
            "checkout",
            "checkOut",
            "placeOrder",
            "cart.checkout",
            "transferMoney",
            "bank.transfer",
            "send-message",
            "DELETE",
            "submitOrder2",
        ] {
            assert!(sounds_consequential(name), "{name}");
        }
        for name in
            ["searchBooks", "getOrder", "listPayments", "isBookAvailable", "addToCart", "", "…", "buyer"]
        {
            assert!(!sounds_consequential(name), "{name}");
        }
    }

    #[test]
    fn rules_that_match_nothing() {
        let policy = Policy::default()
            .with_rule("SEARCH", Verdict::Deny)
            .with_rule("searc?", Verdict::Deny)
            .with_rule("se*", Verdict::Deny)
            .with_rule("zzz", Verdict::Deny);
        let unmatched = policy.unmatched(&["search", "buy"]);
        let told: Vec<_> = unmatched.iter().map(|rule| (rule.tools.as_str(), rule.near.join(","))).collect();
        assert_eq!(
            told,
            [("zzz", String::new()), ("searc?", "search".to_owned()), ("SEARCH", "search".to_owned())]
        );
    }
}
