//! The declarations that a language model reads, pinned as text.

use std::fmt::Write as _;

use webagents_manifest::{Manifest, Param, ParamName, Tool, ToolName, parse};
use webagents_schema::{
    ContextOptions, Rendering, TypeScriptOptions, context_for_llm, fit_context, typescript, typescript_of,
};

/// A tool with every field that a manifest can have.
const FULL: &str = r#"# Air

Flights & more.

## searchFlights
Search flights.

Prices are in EUR. */ They may change.
@param evil - not a tag

### Title
Flight search

### Annotations
- readOnly
- untrustedContent

### Params
- `origin` (string, required, minLength=3, maxLength=3, pattern="^[A-Z]{3}$"): City IATA code.
- `class` ("economy" | "business", default="economy"): Cabin,
  as on the ticket.
- `when` (string, required, format=date)
- `passengers` (integer, min=1, max=9, default=1): How many.
- `filter` ({ max?: number; /** Airline codes. */ airlines: string[] })
- `tags` (string[], maxItems=5, optional)
- `step` (number, multipleOf=0.5, max=10, optional)

### Output
```typescript
{
  id: string; // Of the offer.
  price: number
}[]
```

### Sample Code
```js
await global.searchFlights("OSL");
```

## cart.add-item
Adds an item.

### Params
- `item-id` (string): The item.
- `item.id` (string, optional)

## ping

### Params

## noDescription

### Params
- `callback` ((event: Event, done?: boolean, code: number) => void): Called.
- `rest` (object, optional)

### Returns
Promise<void>

# Important

Be kind.
"#;

/// Every kind of text that cannot be declared as it is.
const BROKEN: &str = "# B\n\n## find\n\n### Params\n- `a` (string |): A.\n- `b` (Product[]): B.\n\
    - `c` (number, default=ten): C.\n- `d` ({ [k: string]: string; n: number }): D.\n\
    \n\
    ### Returns\n```ts\n{\n  item: Thing;\n  when: Date<1>;\n}\n```\n\n### Input Schema\n```json\n[]\n```\n";

#[track_caller]
fn declared(source: &str, rendering: Rendering) -> String {
    typescript(&parse(source).manifest, &TypeScriptOptions::new(rendering)).text
}

#[test]
fn jsdoc() {
    insta::assert_snapshot!(declared(FULL, Rendering::Jsdoc));
}

#[test]
fn inline() {
    insta::assert_snapshot!(declared(FULL, Rendering::Inline));
}

#[test]
fn brief() {
    insta::assert_snapshot!(declared(FULL, Rendering::Brief));
}

#[test]
fn index() {
    insta::assert_snapshot!(declared(FULL, Rendering::Index));
}

#[test]
fn context() {
    insta::assert_snapshot!(context_for_llm(&parse(FULL).manifest, &ContextOptions::default()));
}

#[test]
fn findings_point_into_the_source() {
    let parsed = parse(BROKEN);
    let declared = typescript_of(&parsed, &TypeScriptOptions::new(Rendering::Index));
    let mut report = declared.text;
    for found in &declared.diagnostics {
        let text = &parsed.content[found.span.range()];
        writeln!(report, "{} {}\n    at {text:?}", found.code, found.message).unwrap();
    }
    insta::assert_snapshot!(report);
    let without = typescript(&parsed.manifest, &TypeScriptOptions::default());
    assert_eq!(without.diagnostics.len(), declared.diagnostics.len());
}

#[test]
fn a_manifest_without_tools_is_an_empty_object() {
    assert_eq!(declared("", Rendering::Jsdoc), "declare const global: {\n};\n");
}

#[test]
fn every_rendering_declares_the_same_signatures() {
    // Without comments and white space, the four texts are one.
    let bare = |rendering| {
        let mut manifest = parse(FULL).manifest;
        for tool in &mut manifest.tools {
            tool.description = "".into();
            tool.title = None;
            tool.annotations = webagents_manifest::Annotations::default();
            for param in &mut tool.params {
                param.description = "".into();
                param.constraints.clear();
                param.default = None;
                param.ty = param.ty.replace("/** Airline codes. */ ", "").replace("integer", "number").into();
            }
            tool.returns = tool.returns.replace("// Of the offer.", "").into();
        }
        // For a model the bars between texts stand without blanks.
        let text = typescript(&manifest, &TypeScriptOptions::new(rendering)).text.replace("\n  ", "\n");
        text.replace("\" | ", "\"|")
    };
    let all = [Rendering::Jsdoc, Rendering::Inline, Rendering::Brief, Rendering::Index].map(bare);
    assert!(all.iter().all(|text| *text == all[0]), "{all:#?}");
}

/// Forty tools with descriptions of two sentences.
fn many() -> String {
    let tool = |at: usize| {
        let colour = if at == 33 { "blue" } else { "red" };
        format!(
            "\n## tool{at}\nHandles a {colour} thing. It has more to say of that, and says it.\n\n### Params\n\
             - `part{at}` (string, minLength={at}): A part of {at}. It is of use.\n- `first{at}` (string): More.\n\
             - `second{at}` (string): More.\n- `third{at}` (string): More.\n- `fourth{at}` (number): More.\n\n\
             ### Output\n```ts\n{{ id{at}: string }}\n```\n\n### Sample Code\n```js\ntool{at}('x')\n```\n"
        )
    };
    format!("# S\n{}", (0..40).map(tool).collect::<String>())
}

#[test]
fn a_budget_chooses_the_rendering() {
    const LEVELS: [Rendering; 7] = [
        Rendering::Inline,
        Rendering::Brief,
        Rendering::Sentences,
        Rendering::Outline,
        Rendering::Index,
        Rendering::Calls,
        Rendering::Names,
    ];
    let manifest = parse(&many()).manifest;
    let tokens = |budget| {
        let chosen = fit_context(&manifest, &[], budget, &ContextOptions::default());
        (chosen.rendering, chosen.tokens)
    };
    let mut budget = usize::MAX;
    let mut renderings = Vec::new();
    loop {
        let (rendering, tokens) = tokens(budget);
        renderings.push(rendering);
        if tokens > budget {
            break;
        }
        budget = tokens - 1;
    }
    renderings.pop();
    assert_eq!(renderings, LEVELS);
    assert_eq!(tokens(0).0, Rendering::Names);
}

#[test]
fn nearest_tools_are_declared_in_full() {
    let manifest = parse(&many()).manifest;
    let mut options = ContextOptions::default();
    options.query = Some("something blue".to_owned());
    let fitted = fit_context(&manifest, &[], 1_500, &options);
    assert!(fitted.tokens <= 1_500 && (1..20).contains(&fitted.declared), "{}", fitted.declared);
    assert!(
        fitted.text.contains("tool33(\n part33:string, // A part of 33. It is of use. [len >=33]"),
        "{}",
        fitted.text
    );
    assert!(fitted.text.contains("\ntool39(...args); // Handles a red thing.\n"));
    assert!(fitted.text.contains("tool33('x')") && !fitted.text.contains("tool39('x')"));
    assert_eq!(fit_context(&manifest, &[], 100_000, &options).declared, 40);
    // Below the names of all tools there are the nearest alone, and then no prose.
    let mut manifest = manifest;
    manifest.description = "Words of the site. ".repeat(40).into();
    let at = |budget| fit_context(&manifest, &[], budget, &options);
    let names = at(at(usize::MAX).tokens / 2);
    assert!(names.unnamed == 0 && names.declared > 0 && names.text.contains("Words of the site"));
    let shorter: Vec<_> =
        (1..50).map(|part| (names.tokens * part / 50, at(names.tokens * part / 50))).collect();
    let fitting = shorter.iter().filter(|(budget, fitted)| fitted.tokens <= *budget && fitted.unnamed > 0);
    let mut lacks_prose: Vec<bool> = Vec::new();
    for (_, fitted) in fitting {
        assert!(fitted.text.contains("tool33(\n part33:string"), "{fitted:?}");
        assert_eq!(fitted.declared + fitted.unnamed, 40, "{fitted:?}");
        assert!(
            fitted.text.contains(&format!("{} further tools of the site are not listed", fitted.unnamed))
        );
        lacks_prose.push(fitted.lacks_prose);
    }
    lacks_prose.dedup();
    assert_eq!(lacks_prose, [true, false]);
    assert!(at(1).tokens > 1);
}

#[test]
fn findings_are_bounded() {
    let mut manifest = Manifest::default();
    for number in 0..1_200 {
        let mut tool = Tool::new(ToolName::new(format!("tool{number}")).unwrap());
        let mut param = Param::new(ParamName::new("p").unwrap());
        param.ty = "Missing".into();
        tool.params.push(param);
        manifest.tools.push(tool);
    }
    let declared = typescript(&manifest, &TypeScriptOptions::default());
    assert_eq!(declared.diagnostics.len(), webagents_manifest::limits::DIAGNOSTICS + 1);
    assert_eq!(declared.diagnostics.last().unwrap().message, "200 more findings about types were left out");
}

/// A backslash before text that would be structure belongs to the format of the lines.
#[test]
fn escapes_of_lines_are_not_declared() {
    for description in ["\\# no heading", "Finds.\n\\## no tool\n\\tool: neither", "Finds.\n\\# no heading"] {
        let manifest =
            parse(&format!("# S\n\n## f\n{description}\n\n### Params\n- `a` (string): An a.\n")).manifest;
        for rendering in [Rendering::Jsdoc, Rendering::Inline, Rendering::Brief] {
            let text = typescript(&manifest, &TypeScriptOptions::new(rendering)).text;
            assert!(text.contains(" no ") && !text.contains('\\'), "{text}");
        }
    }
}
