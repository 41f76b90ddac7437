//! Constraints that cannot be meant are findings, and others are none.

use webagents_manifest::parse;
use webagents_schema::check;

#[test]
fn a_constraint_that_cannot_be_meant_is_reported() {
    for (modifiers, code, words) in [
        ("number, max=ten", "constraint.value", "`max` takes a number, found `ten`"),
        ("number, min=", "constraint.value", "`min` takes a number"),
        ("number, multipleOf=0", "constraint.value", "above 0"),
        ("string, minLength=-1", "constraint.value", "not below 0"),
        ("string, maxLength=1.5", "constraint.value", "whole number"),
        ("string[], minItems=few", "constraint.value", "whole number"),
        ("integer, default=1.5", "default.type", "1.5"),
        ("number, integer, default=1.5", "default.type", "does not keep `integer`"),
        ("number, min=5, max=1", "constraint.value", "`min` is above `max`"),
        ("string, minLength=5, maxLength=1", "constraint.value", "`minLength` is above `maxLength`"),
        ("number, min=1, default=0", "default.type", "does not keep `min`"),
        ("string, maxLength=2, default=abc", "default.type", "does not keep `maxLength`"),
        ("string[], minItems=1, default=[]", "default.type", "does not keep `minItems`"),
        ("number, minLength=3", "constraint.value", "`minLength` is about texts"),
        ("string, min=3", "constraint.value", "`min` is about numbers"),
        ("boolean, format=date", "constraint.value", "`format` is about texts"),
        ("string, maxItems=3", "constraint.value", "`maxItems` is about lists"),
        ("\"a\" | \"b\", max=3", "constraint.value", "`max` is about numbers"),
        ("min=1", "constraint.value", "`min` is about numbers"),
        ("string, pattern=\"[a\"", "constraint.value", "`pattern` takes a regular expression, found `[a`"),
    ] {
        let document = format!("# S\n\n## t\n\n### Params\n- `p` ({modifiers}): W.\n");
        let findings = check(&parse(&document));
        let found = findings.iter().any(|found| found.code.as_str() == code && found.message.contains(words));
        assert!(found, "{modifiers}: {findings:?}");
        assert!(findings.iter().all(|found| found.span.start >= document.len() - 3 - modifiers.len() - 12));
    }
}

#[test]
fn other_constraints_are_no_finding() {
    for modifiers in [
        "number, min=1, max=1, default=1",
        "integer, min=0, max=10, multipleOf=5, default=5",
        "integer, default=2.0",
        "number, multipleOf=0.1, default=0.3",
        "string, minLength=0, maxLength=3, default=äöü",
        "string | number, min=1, minLength=1, default=0 or more",
        "string[], minItems=1, maxItems=2, default=[\"a\"]",
        "any, min=1",
        "Date, format=date",
        "string | null, minLength=1, default=null",
        "string, pattern=\"^[a-z]+$\", format=email",
        "integer",
    ] {
        let document = format!("# S\n\n## t\n\n### Params\n- `p` ({modifiers}): W.\n");
        assert_eq!(check(&parse(&document)), [], "{modifiers}");
    }
}
