//! The rules: one table of ids, names, severities and help.
//!
//! An id never changes its meaning and is never reused. The diagnostics of the parser and of types are rules as well, under
//! their own names.

use webagents_manifest::{Code, Severity};

/// Rule for manifests and tool definitions that [`check`](super::check) applies, such as `WA301`.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// Stable id of the rule, such as `WA301`.
    pub id: &'static str,
    /// Name of the rule, such as `param.no-description`.
    pub name: &'static str,
    /// Severity of problems that the rule finds, unless the configuration sets another.
    pub severity: Severity,
    /// Sentence for people that describes the problem that the rule finds.
    pub summary: &'static str,
    /// Sentence for people that describes how to correct the problem.
    pub help: &'static str,
}

impl Rule {
    /// Returns an iterator over all rules, in the order of their ids.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        RULES.iter()
    }

    /// Returns the rule with the id or name `text` (in any case); `None` if there is none.
    ///
    /// ```
    /// use webagents_site::check::Rule;
    /// assert_eq!(Rule::find("wa301"), Rule::find("text.override"));
    /// assert_eq!(Rule::find("WA999"), None);
    /// ```
    pub fn find(text: &str) -> Option<&'static Self> {
        RULES.iter().find(|rule| rule.id.eq_ignore_ascii_case(text) || rule.name.eq_ignore_ascii_case(text))
    }

    /// Returns whether the rule judges the meaning of a text: the rules of poisoning.
    pub(super) fn judges_language(&self) -> bool {
        ("WA301"..="WA316").contains(&self.id)
    }

    /// Returns the rule under which the parser's diagnostics with the code `code` are reported.
    pub fn of_code(code: Code) -> &'static Self {
        let name = code.as_str();
        RULES.iter().find(|rule| rule.name == name).unwrap_or(&OTHER)
    }

    /// Returns the rule that reports a category of poisoning.
    #[cfg(feature = "poisoning")]
    pub(super) fn of_category(category: webagents_poisoning::Category) -> &'static Self {
        RULES.iter().find(|rule| rule.id == category.rule_id()).unwrap_or(&OTHER)
    }

    /// Returns the explanation of the rule as text for people: summary, advice, how to switch it off.
    pub fn explain(&self) -> String {
        let Self { id, name, severity, summary, help } = self;
        let anchor = Code::ALL.iter().find(|code| code.as_str() == *name);
        let mut out = format!("{id} {name} ({severity})\n\n{summary}\n\nhelp: {help}\n");
        if let Some(code) = anchor {
            out.push_str("\nspec: SPEC.md#");
            out.push_str(code.anchor());
            out.push('\n');
        }
        out.push_str("\nTo switch the rule off for one line of a webagents.md, write above it:\n");
        out.push_str("<!-- webagents-disable-next-line ");
        out.push_str(id);
        out.push_str(" -->\nFor a project, in webagents.toml:\n[rules]\n");
        out.push_str(id);
        out.push_str(" = \"off\"\n");
        out
    }
}

macro_rules! rules {
    (
        codes { $($code_id:literal $code:ident $code_summary:literal)* }
        own { $($(#[$doc:meta])* $const:ident $id:literal $name:literal $severity:ident $summary:literal $help:literal)* }
    ) => {
        $($(#[$doc])* #[allow(dead_code, reason = "some rules are found by their id alone")]
        pub(super) static $const: Rule =
            Rule { id: $id, name: $name, severity: Severity::$severity, summary: $summary, help: $help };)*

        static RULES: &[Rule] = &[
            $(Rule {
                id: $code_id,
                name: Code::$code.as_str(),
                severity: Code::$code.severity(),
                summary: $code_summary,
                help: Code::$code.help(),
            },)*
            $(Rule { id: $id, name: $name, severity: Severity::$severity, summary: $summary, help: $help },)*
        ];
    };
}

/// A diagnostic of a later parser that the table does not have yet.
static OTHER: Rule = Rule {
    id: "WA000",
    name: "other",
    severity: Severity::Warning,
    summary: "A diagnostic that has no id of its own.",
    help: "Read its message.",
};

rules! {
    codes {
        "WA001" DocumentEncoding "The file is not UTF-8."
        "WA002" DocumentFrontMatter "The file begins with front matter, which the format skips."
        "WA003" DocumentNoName "No heading of level 1 names the site."
        "WA004" HeadingSetext "A heading is underlined; such a line is text."
        "WA005" HeadingUnspaced "A heading has no blank after its hashes; such a line is text."
        "WA006" HeadingHtml "A heading is written in HTML; such a line is text."
        "WA007" SectionSecondName "A second heading of level 1 begins a section of prose."
        "WA008" FenceUnclosed "A code fence is not closed and hides the rest of the document."
        "WA009" CommentUnclosed "A comment is not closed and hides the rest of the document."
        "WA010" ToolNearMiss "A section looks like a tool and is prose."
        "WA011" ToolName "A tool has a name that no tool can have."
        "WA012" ToolReservedName "A tool has a name that JavaScript objects use themselves."
        "WA013" ToolDuplicate "Two tools have one name."
        "WA014" ToolLevel "A tool or a part of one is at another heading level."
        "WA015" ToolFenced "A tool is inside a code fence."
        "WA016" ToolBackticks "The name of a tool is in backticks."
        "WA017" ToolSignature "The heading of a tool has a signature."
        "WA018" SubsectionDuplicate "A tool has a subsection twice."
        "WA019" SubsectionText "A subsection holds text that is kept as a note."
        "WA020" SubsectionNearMiss "A heading is nearly that of a subsection of a tool."
        "WA021" SubsectionLevel "A subsection of a tool is at another heading level."
        "WA022" ParamSyntax "A line is meant as a parameter and is none."
        "WA023" ParamName "A parameter has a name that no parameter can have."
        "WA024" ParamDuplicate "Two parameters of a tool have one name."
        "WA025" ParamNoDescription "A parameter has no description."
        "WA026" ParamUnclosed "A bracket or quote of a parameter's modifiers is not closed."
        "WA027" ParamText "Text follows a parameter's modifiers without a colon."
        "WA028" ParamNone "The params of a tool hold text and no parameter."
        "WA029" ParamNested "A list of members is below a parameter."
        "WA030" ParamForm "A type or a modifier is outside the parentheses."
        "WA031" ParamModifierForm "A modifier is spelled in another way."
        "WA032" ParamConflict "Two modifiers contradict each other."
        "WA033" ParamRequiredDefault "A required parameter has a default."
        "WA034" ParamUnknownModifier "A modifier is not known."
        "WA035" ParamEmptyModifier "A modifier is empty."
        "WA036" OutputForm "An output is an example or a list, and not a type."
        "WA037" SampleNoFence "A sample is not in a code fence."
        "WA038" AnnotationUnknown "An annotation is not known."
        "WA039" SchemaNoFence "A schema is not in a code fence."
        "WA040" CompactHeader "The header of a compact tool cannot be read."
        "WA041" CompactNearMiss "A line is nearly the header of a compact tool."
        "WA042" CompactParam "A parameter of a compact tool cannot be read."
        "WA043" CompactKeyIndent "A key of a compact tool has another indent."
        "WA044" CompactKey "A key of a compact tool is not known."
        "WA045" CompactText "Text of a compact tool is under no key."
        "WA046" CompactExtraParam "A described parameter is not in the signature."
        "WA047" LimitDocument "The document is longer than the format allows."
        "WA048" LimitBlocks "The document has more blocks than the format allows."
        "WA049" LimitTools "The document has more tools than the format allows."
        "WA050" LimitParams "A tool has more parameters than the format allows."
        "WA051" LimitTypeDepth "A type nests deeper than the format allows."
        "WA052" LimitDiagnostics "There are more findings than are reported."
        "WA053" TypeSyntax "A type is not a TypeScript type."
        "WA054" TypeUnknownName "A type has a name that nothing defines."
        "WA055" TypeUnsound "A type is refused by TypeScript's compiler."
        "WA056" TypeComment "A type holds a comment that is left out."
        "WA057" DefaultType "A default is not a value of its type."
        "WA058" SchemaInvalid "A schema is not a JSON Schema."
        "WA059" DocumentLineEnds "Lines end in a lone CR, which ends no line."
        "WA060" ConstraintValue "A constraint has a value that it cannot have."
        "WA061" ToolBareName "A section may be a tool without parameters and is prose."
        "WA062" ToolGlobal "The name of a tool begins with `global.`."
    }
    own {
        NO_TOOLS "WA101" "manifest.no-tools" Warning "The document declares no tool."
            "Declare a tool: `## name`, and under it `### Params`; in JSON an object with `name`, `description` and `inputSchema`."
        TOOL_NO_DESCRIPTION "WA102" "tool.no-description" Warning "A tool has no description."
            "Say in a sentence what the tool does and what it returns: the model chooses by it."
        TOOL_BARE "WA103" "tool.bare" Hint "A tool has neither parameters nor sample code."
            "Add a sample that calls the tool, so that the model sees how."
        TOO_MANY_TOOLS "WA104" "manifest.many-tools" Warning "There are more tools than a model chooses well among."
            "Merge tools that do nearly the same, or declare those of a page on that page."
        TOKEN_BUDGET "WA105" "manifest.token-budget" Warning "The declarations cost a model more tokens than the budget."
            "Shorten descriptions, or raise `token-budget` in webagents.toml."
        PARAM_NO_DESCRIPTION "WA106" "list.param-no-description" Hint "A parameter of a tool list has no description."
            "Say what the parameter means: the model reads it."
        LIST_UNREADABLE "WA107" "list.unreadable" Error "A tool of a list cannot be read."
            "Correct its name and its schema: clients refuse the tool, and some the whole list."
        LIST_DUPLICATE "WA108" "list.duplicate" Error "Two tools of a list have one name."
            "Rename one of the two."
        LIST_REPEATED_MEMBER "WA109" "list.repeated-member" Error "An object of a list or schema has two members of one name."
            "Remove one of the two: some readers take the first, and others the last."
        NAME_RESERVED "WA201" "name.reserved" Warning "A name is a reserved word of JavaScript."
            "Choose another name: no function of a page can be declared under this one."
        NAME_SHADOWS "WA202" "name.shadows-global" Warning "A tool has the name of a global of every page."
            "Choose another name: a page that defines the tool replaces a function of the browser."
        NAME_CONFUSABLE "WA203" "name.confusable" Error "A name holds characters that look like others."
            "Write the name with letters of one script."
        NAME_SIMILAR "WA204" "name.similar" Warning "Two names look the same."
            "Rename one of the two."
        NAME_OBJECT_MEMBER "WA205" "name.object-member" Error "A tool or parameter has the name of a member of every JavaScript object."
            "Choose another name: a client that looks the name up in an object finds the member."
        TEXT_HIDDEN "WA211" "text.hidden" Error "A text holds characters that people do not see and models read."
            "Remove the characters."
        TEXT_BIDI "WA212" "text.bidi" Error "A text holds controls that change the order in which it is shown."
            "Remove the controls, or write isolates in pairs around right-to-left text."
        TEXT_INVISIBLE "WA213" "text.invisible" Warning "A text holds invisible characters that mean nothing in it."
            "Remove the characters."
        TEXT_UNSEEN "WA214" "text.unseen-markup" Error "A text holds markup that hides words from people."
            "Write the words where people read them, or remove them."
        OVERRIDE "WA301" "text.override" Error "A text instructs the model to set its instructions aside."
            "Remove the sentence: say what the tool does, and nothing about other instructions."
        ROLE "WA302" "text.role-marker" Error "A text holds a marker of prompts, or addresses the model as its operator does."
            "Remove the marker: describe the tool as for a person."
        CONCEAL "WA303" "text.conceal" Error "A text instructs the model to hide something from the user."
            "Remove the sentence: whatever the tool does, the user may know it."
        EXFILTRATE "WA304" "text.send-data" Error "A text asks for data to be sent elsewhere, or for the model's own context."
            "Remove the request, and take only the arguments that the tool needs."
        SECRETS "WA305" "text.secrets" Error "A text asks for secrets or for files of the user's machine."
            "Remove the request: a tool gets no secret from a model."
        OTHER_TOOLS "WA306" "text.other-tools" Error "A text changes how other tools are used."
            "Describe this tool alone; the order of steps may be named without orders about other tools."
        PERSONAL_DATA "WA307" "param.personal-data" Error "A parameter collects personal data that the tool does not need."
            "Remove the parameter, or say in the tool's description what the data is for."
        ENCODED "WA308" "text.encoded" Error "A text holds encoded instructions."
            "Write the text in plain words, or remove it."
        FOREIGN "WA309" "text.foreign-instruction" Error "A text holds such instructions in another language."
            "Remove the sentence."
        CONDITIONAL "WA310" "text.conditional" Error "A text gives the model orders for a case in which it is to mislead."
            "Remove the condition."
        PERMISSION "WA311" "text.permission" Error "A text claims that permission was given or that checks are off."
            "Remove the claim: permission is given by the user at the call."
        STEERING "WA312" "text.steering" Error "A text dictates what the model says to the user."
            "Remove the sentence: results are returned by the tool and not dictated in its description."
        EFFECTS "WA313" "text.hidden-effect" Error "A text names an effect that has nothing to do with the tool."
            "Remove the effect, or make it a tool of its own with its annotations."
        CODE "WA314" "text.code" Error "A text holds a command or a script that does harm when it is run or shown."
            "Remove the code."
        VALUE_INSTRUCTION "WA315" "value.instruction" Error "A default, an enumerated value or a pattern holds instructions."
            "Write values alone; explanations belong into the description."
        RESEMBLES "WA316" "text.resembles-order" Error "A sentence resembles orders to the model."
            "Say what the tool does. A trained classifier weighed the words of the sentence, and those named in the message weigh most. \
             It may be wrong: where the sentence is honest, switch the rule off for its line."
        TOO_LONG "WA317" "text.too-long" Error "A text is longer than what is searched for orders."
            "Shorten the text: only its first MiB is searched, and a model reads the rest as well."
        REMOTE "WA318" "text.remote-content" Error "A picture, frame or link of a text takes data to another server."
            "Remove the element, or the query of its URL: a client that shows the text loads it."
        LINK_MISLEADING "WA319" "text.misleading-link" Error "A link shows another address than its target."
            "Show the address of the target."
        SECRET_PARAM "WA320" "param.secret" Hint "A parameter takes a secret that the tool's words do not explain."
            "Explain in the tool's description what the secret is for, or use the page's own login."
        PATTERN_SLOW "WA321" "pattern.exponential" Warning "A pattern can take exponential time."
            "Write the repetition so that each text matches it in one way, such as `^[a-z]+(-[a-z]+)*$`."
        ANNOTATION_MISLEADING "WA401" "annotation.misleading" Warning "An annotation contradicts the tool's name or description."
            "Correct the annotation: agents ask the user before tools that change things."
        ANNOTATION_CONFLICT "WA402" "annotation.conflict" Warning "Two annotations contradict each other."
            "Keep one of the two."
        ANNOTATION_MISSING "WA403" "annotation.missing" Hint "A tool that deletes, pays or sends has no annotation for it."
            "Add the annotation `destructive` or `consequential`: agents then ask the user before the call."
        SAMPLE_SYNTAX "WA411" "sample.syntax" Warning "A sample is not JavaScript that runs."
            "Correct the sample: models copy it."
        SAMPLE_UNDECLARED "WA412" "sample.undeclared-tool" Warning "A sample calls a tool that is not declared."
            "Declare the tool, or call one that is."
        SAMPLE_ESCAPED "WA413" "sample.escaped" Error "A sample holds text as character codes."
            "Write the text in plain characters: models copy samples."
        SAMPLE_OTHER_ORIGIN "WA414" "sample.other-origin" Warning "A sample sends a request to another server."
            "Call the tools of the site alone."
        SAMPLE_PAGE_DATA "WA415" "sample.page-data" Warning "A sample reads cookies, stored data or credentials of the page."
            "Let a tool of the page read what it needs, and leave it out of the sample."
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_code_has_one_rule_and_ids_are_in_order() {
        for code in Code::ALL {
            assert_eq!(Rule::of_code(*code).name, code.as_str());
        }
        let ids: Vec<&str> = Rule::all().map(|rule| rule.id).collect();
        assert!(ids.is_sorted());
        let distinct: BTreeSet<&str> = Rule::all().flat_map(|rule| [rule.id, rule.name]).collect();
        assert_eq!(distinct.len(), 2 * ids.len());
    }

    #[cfg(feature = "poisoning")]
    #[test]
    fn every_category_has_one_rule() {
        for category in webagents_poisoning::Category::ALL {
            assert_eq!(Rule::of_category(category).id, category.rule_id());
        }
    }

    #[test]
    fn each_rule_is_explained() {
        for rule in Rule::all() {
            let text = rule.explain();
            assert!(
                text.contains(rule.id) && text.contains(rule.help) && rule.summary.ends_with('.'),
                "{text}"
            );
        }
    }
}
