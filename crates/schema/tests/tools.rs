//! The declarations of interfaces, in each rendering.

use webagents_manifest::Manifest;
use webagents_schema::{
    CallStyle, Definition, Interface, Rendering, Shape, TypeScriptOptions, ty, typescript_with,
};

fn shape(root: &str, definitions: &[(&str, &str)]) -> Shape {
    let mut shape = Shape::new(ty::parse(root).unwrap());
    let definition = |(name, ty): &(&str, &str)| Definition::new(*name, ty::parse(ty).unwrap());
    shape.definitions = definitions.iter().map(definition).collect();
    shape
}

/// A tool with lines and schemas, and one with a schema of its result alone.
const MANIFEST: &str = r##"# Shop

## order
Orders things.

### Params
- `note` (string): Only a line knows it.
- `items` (array, required): What to order.

### Input Schema
```json
{ "type": "object", "required": ["items", "to"], "properties": {
  "to": { "$ref": "#/$defs/address" },
  "items": { "type": "array", "minItems": 1, "items": { "type": "object", "required": ["id"],
    "properties": { "id": { "type": "string", "description": "Of the item." }, "count": { "type": "integer", "minimum": 1, "default": 1 } } } } },
  "$defs": { "address": { "type": "object", "properties": { "city": { "type": "string" }, "parent": { "$ref": "#/$defs/address" } } } } }
```

## total
Sums up.

### Params

### Output Schema
```json
{ "type": "object", "properties": { "sum": { "type": "number", "description": "In EUR." } }, "required": ["sum"] }
```
"##;

#[test]
fn schemas_of_a_manifest_are_declared() {
    let manifest = webagents_manifest::parse(MANIFEST).manifest;
    let declared = webagents_schema::typescript(&manifest, &TypeScriptOptions::new(Rendering::Inline));
    assert_eq!(declared.diagnostics, []);
    insta::assert_snapshot!(declared.text);
}

/// Tools that have everything that a rendering may print.
fn tools() -> Vec<Interface> {
    let mut search = Interface::new("search-flights");
    search.title = Some("Search flights".to_owned());
    search.description.push_str("Search flights.\n\nPrices are in EUR. */ They may change.\n@param evil");
    search.annotations.read_only = Some(true);
    search.input = shape(
        "/** What to look for. @additionalProperties false */ {
           /** City IATA code. @minLength 3 @maxLength 3 @pattern ^[A-Z]{3}$ */ origin: string
           /** @default \"economy\" */ class?: 'economy' | 'business'
           /** How many. @integer @minimum 1 @maximum 9 @default 1 */ passengers?: number
           filter: { max?: number; /** Airline codes. @maxItems 5 */ airlines: (/** A code. @minLength 2 */ string)[] }
           /** @maximum 9007199254740991 @title Step @not {\"const\":0} */ step: number
           near?: Place
           tags?: { [key: string]: string; fixed?: 1 }
         }",
        &[("Place", "/** Where. */ { /** A city. @maxLength 80 */ city: string; in?: Place }")],
    );
    search.output = Some(shape(
        "/** The offers. */ { /** Of the offer. */ id: string; at: Place }[]",
        &[("Place", "{ lat: number; lon: number }")],
    ));
    let mut same = Interface::new("places");
    same.input = shape("{ at?: Place }", &[("Place", "{ lat: number; lon: number }")]);
    same.output = Some(shape(
        "Place[]",
        &[("Place", "/** Where. */ { /** A city. @maxLength 80 */ city: string; in?: Place }")],
    ));
    let ping = Interface::new("ping");
    let mut odd = Interface::new("odd");
    odd.description.push_str("Takes one of two.");
    odd.input = shape("{ a: 1 } | { b: Unknown }", &[]);
    vec![search, same, ping, odd]
}

#[track_caller]
fn declared(call: CallStyle, rendering: Rendering) -> String {
    let mut tools = tools();
    for tool in &mut tools {
        tool.call = call;
    }
    let declared = typescript_with(&Manifest::default(), &tools, &TypeScriptOptions::new(rendering));
    let messages: Vec<_> = declared.diagnostics.iter().map(|found| &*found.message).collect();
    assert_eq!(messages, ["`odd`, input: `Unknown` is declared nowhere, so it is declared as `any`"]);
    declared.text
}

#[test]
fn jsdoc() {
    insta::assert_snapshot!(declared(CallStyle::Object, Rendering::Jsdoc));
}

#[test]
fn inline() {
    insta::assert_snapshot!(declared(CallStyle::Object, Rendering::Inline));
}

#[test]
fn brief() {
    insta::assert_snapshot!(declared(CallStyle::Object, Rendering::Brief));
}

#[test]
fn index() {
    insta::assert_snapshot!(declared(CallStyle::Object, Rendering::Index));
}

#[test]
fn positional() {
    insta::assert_snapshot!(declared(CallStyle::Positional, Rendering::Inline));
}

#[test]
fn positional_jsdoc() {
    insta::assert_snapshot!(declared(CallStyle::Positional, Rendering::Jsdoc));
}
