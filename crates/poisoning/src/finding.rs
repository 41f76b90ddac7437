//! Findings in the texts of tools.

/// Category of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Category {
    /// Sets the model's instructions aside.
    Override,
    /// Marks a role of a prompt, or addresses the model as its operator does.
    Role,
    /// Hides something from the user.
    Conceal,
    /// Sends data elsewhere, or requests the model's own context.
    SendData,
    /// Asks for secrets or for files of the user.
    Secrets,
    /// Changes how other tools are used.
    OtherTools,
    /// Holds encoded instructions.
    Encoded,
    /// Holds such instructions in another language.
    Foreign,
    /// Gives orders for a case in which the model is to mislead.
    Conditional,
    /// Claims that permission was given or that checks are off.
    Permission,
    /// Dictates the answer to the user.
    Steering,
    /// Names an effect that has nothing to do with the tool.
    HiddenEffect,
    /// Holds a command or a script that does harm.
    Code,
    /// Holds instructions in a default, an enumerated value or a pattern.
    Value,
    /// Resembles an order by the weights of its words.
    Resembles,
}

impl Category {
    /// All categories.
    pub const ALL: [Self; 15] = [
        Self::Override,
        Self::Role,
        Self::Conceal,
        Self::SendData,
        Self::Secrets,
        Self::OtherTools,
        Self::Encoded,
        Self::Foreign,
        Self::Conditional,
        Self::Permission,
        Self::Steering,
        Self::HiddenEffect,
        Self::Code,
        Self::Value,
        Self::Resembles,
    ];

    /// Returns the id of the rule that reports the category in `webagents check`, such as `WA301`.
    pub const fn rule_id(self) -> &'static str {
        match self {
            Self::Override => "WA301",
            Self::Role => "WA302",
            Self::Conceal => "WA303",
            Self::SendData => "WA304",
            Self::Secrets => "WA305",
            Self::OtherTools => "WA306",
            Self::Encoded => "WA308",
            Self::Foreign => "WA309",
            Self::Conditional => "WA310",
            Self::Permission => "WA311",
            Self::Steering => "WA312",
            Self::HiddenEffect => "WA313",
            Self::Code => "WA314",
            Self::Value => "WA315",
            Self::Resembles => "WA316",
        }
    }
}

/// Text of a tool that seems to give orders to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoisonFinding {
    /// Category of the order.
    pub category: Category,
    /// Index of the text in [`ToolTexts::texts`](crate::ToolTexts).
    pub text: usize,
    /// Words of the text in plain form: lower case, without emphasis, decoded.
    pub quote: String,
    /// Reason of the classifier, for [`Category::Resembles`] alone.
    pub reason: Option<String>,
}
