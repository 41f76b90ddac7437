//! Manifests that try to break their own declarations: names, texts and types from a fixed seed.
//!
//! Half of a type is written by rule from everything the grammar knows, with names, arities and orders that
//! the compiler refuses; some are then torn apart between tokens. Texts are cut from pieces that end comments,
//! strings and templates, direct the compiler, or hide.

use webagents_manifest::{
    Annotations, Constraint, ConstraintKeyword, Manifest, Note, Param, ParamName, Section, Tool, ToolName,
};

/// A stream of choices: `SplitMix64`, so that a seed means the same on every machine.
pub(crate) struct Hostile {
    state: u64,
    /// `true` if the current type has nothing that the grammar or the list of global types refuses.
    ///
    /// Then its whole tree reaches the compiler.
    tame: bool,
}

/// Global types with the number of their arguments.
const GLOBALS: &[(&str, usize)] = &[
    ("Array", 1),
    ("ReadonlyArray", 1),
    ("Map", 2),
    ("ReadonlyMap", 2),
    ("Set", 1),
    ("ReadonlySet", 1),
    ("Promise", 1),
    ("PromiseLike", 1),
    ("Record", 2),
    ("Partial", 1),
    ("Required", 1),
    ("Readonly", 1),
    ("Pick", 2),
    ("Omit", 2),
    ("Exclude", 2),
    ("Extract", 2),
    ("NonNullable", 1),
    ("Uppercase", 1),
    ("Lowercase", 1),
    ("Capitalize", 1),
    ("Uncapitalize", 1),
    ("Iterable", 1),
    ("AsyncIterable", 1),
    ("ArrayLike", 1),
    ("Date", 0),
    ("PropertyKey", 0),
    ("HTMLElement", 0),
    ("Function", 0),
    ("Object", 0),
    ("String", 0),
    ("Number", 0),
    ("Symbol", 0),
    ("Error", 0),
    ("Window", 0),
    ("NodeList", 0),
    ("Uint8Array", 0),
    ("BigInt64Array", 0),
    ("DataView", 0),
    ("Storage", 0),
    ("FileList", 0),
    ("DocumentFragment", 0),
    ("Text", 0),
    ("Location", 0),
];

const WORDS: &[&str] = &[
    "string",
    "number",
    "boolean",
    "any",
    "unknown",
    "never",
    "void",
    "null",
    "undefined",
    "object",
    "symbol",
    "bigint",
    "true",
    "integer",
    "array",
    "{}",
    "[]",
];

const NAMES: &[&str] = &[
    "string",
    "number",
    "boolean",
    "any",
    "unknown",
    "never",
    "void",
    "null",
    "undefined",
    "object",
    "symbol",
    "bigint",
    "integer",
    "array",
    "true",
    "false",
    "Date",
    "Array",
    "ReadonlyArray",
    "Map",
    "Set",
    "Promise",
    "Record",
    "Partial",
    "Required",
    "Readonly",
    "Pick",
    "Omit",
    "Exclude",
    "Extract",
    "NonNullable",
    "Uppercase",
    "Capitalize",
    "Function",
    "Object",
    "String",
    "Iterable",
    "AsyncIterable",
    "ArrayLike",
    "PropertyKey",
    "HTMLElement",
    "Uint8Array",
    "Event",
    "Response",
    "Window",
    "RegExp",
    "Error",
    "Element",
    "Node",
    "Product",
    "Foo.Bar",
    "React.ReactNode",
    "T",
    "K",
    "Awaited",
    "ReturnType",
    "Parameters",
    "InstanceType",
    "ThisType",
    "WeakMap",
    "Iterator",
    "Generator",
    "JSON",
    "Math",
    "global",
    "globalThis",
    "Intl.Locale",
    "console",
    "constructor",
    "toString",
    "class",
    "default",
    "await",
    "async",
    "type",
    "asserts",
    "is",
    "this",
    "infer",
    "unique",
    "typeof",
    "new",
    "abstract",
    "keyof",
    "readonly",
    "import",
    "enum",
    "int",
    "bool",
    "list",
    "dict",
    "Buffer",
    "NodeJS.Timeout",
    "process",
    "declare",
    "module",
    "namespace",
    "undefined.x",
    "any.b",
    "_",
    "$",
    "日本",
    "é",
    "BigInt",
    "Symbol",
    "ArrayBuffer",
    "Float32Array",
    "FormData",
    "URL",
    "File",
    "Blob",
    "Headers",
];

const KEYS: &[&str] = &[
    "a",
    "b",
    "a",
    "id",
    "x",
    "new",
    "get",
    "set",
    "readonly",
    "static",
    "constructor",
    "prototype",
    "__proto__",
    "toString",
    "length",
    "'a'",
    "\"b c\"",
    "'*/'",
    "1",
    "0",
    "'1'",
    "007",
    "1.5",
    "'-1'",
    "'Infinity'",
    "NaN",
    "async",
    "in",
    "is",
    "''",
    "'\\n'",
    "default",
    "this",
    "\"${x}\"",
    "'`'",
    "'\\u2028'",
    "日本",
    "#x",
    "[a]",
    "$",
    "_",
    "'__proto__'",
    "then",
    "delete",
];

const PARAMS: &[&str] = &[
    "a",
    "b",
    "a",
    "this",
    "default",
    "public",
    "arguments",
    "eval",
    "await",
    "yield",
    "let",
    "static",
    "undefined",
    "new",
    "x",
    "string",
    "async",
    "of",
    "type",
    "_",
    "$",
    "日本",
    "interface",
    "any",
    "never",
    "is",
    "asserts",
    "readonly",
    "accessor",
];

const PIECES: &[&str] = &[
    "*/",
    "/*",
    "//",
    "\n",
    "\r",
    "\r\n",
    "\u{2028}",
    "\u{2029}",
    "`",
    "${",
    "}",
    "{",
    "\"",
    "'",
    "\\",
    "@ts-ignore",
    "@ts-nocheck",
    "@ts-expect-error",
    "\n@ts-expect-error\n",
    "@param x",
    "/// <reference path=\"x\" />",
    "\u{0}",
    "\u{b}",
    "\u{c}",
    "\u{85}",
    "\u{202e}",
    "\u{feff}",
    "\u{200b}",
    "\u{e0041}",
    "\u{1f600}",
    "words",
    " ",
    "  ",
    "\t",
    ");",
    "};",
    "export",
    "declare const x: 1;",
    "<!--",
    "-->",
    "#!",
    "# sourceMappingURL=x",
    "*",
    "/",
    "**/",
    "*\\/",
    "é",
    "日本",
    "@",
    "</script>",
    "=>",
    "<x",
    "```",
    "\u{fe0f}",
    "\n   *",
    "*\u{200d}/",
    "// @ts-expect-error",
    "/** @ts-expect-error */",
    "@import",
    "@type {x",
    "{@link",
    "@jsx x",
];

impl Hostile {
    /// The stream of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed, tame: false }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap_or(0)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// A text of a few pieces.
    fn text(&mut self) -> String {
        (0..self.below(9)).map(|_| self.pick(PIECES)).collect()
    }

    fn list(&mut self, depth: usize, most: usize, separator: &str) -> String {
        let types: Vec<String> = (0..=self.below(most)).map(|_| self.ty(depth)).collect();
        types.join(separator)
    }

    fn param_list(&mut self, depth: usize) -> String {
        let params: Vec<String> = (0..self.below(4))
            .map(|_| {
                let rest = if self.chance(12) { "..." } else { "" };
                let optional = if rest.is_empty() && self.chance(30) { "?" } else { "" };
                let ty = if self.chance(85) { format!(": {}", self.ty(depth)) } else { String::new() };
                let name = self.pick(if self.tame { &PARAMS[4..] } else { PARAMS });
                format!("{rest}{name}{optional}{ty}")
            })
            .collect();
        params.join(", ")
    }

    fn literal(&mut self) -> String {
        match self.below(6) {
            0 => format!(
                "\"{}\"",
                self.pick(&["a", "b", "*/", "\\n", "${", "\\u{202e}", "é", "\u{2028}", "1", "length"])
            ),
            1 => format!("'{}'", self.pick(&["a", "b", "", "`", "\\'", "\\ud83d\\ude00", "\"", "//"])),
            2 => self
                .pick(&[
                    "1",
                    "0",
                    "-1",
                    "1.5",
                    "-0",
                    "1e400",
                    "1e-7",
                    "9007199254740993",
                    "123456789012345678901234567890",
                ])
                .to_owned(),
            3 => self.pick(&["1n", "-1n", "0n", "123456789012345678901234567890n"]).to_owned(),
            4 if !self.tame => {
                self.pick(&["01", "0x10", "1_000", "1.", ".5", "1nn", "'open", "`open"]).to_owned()
            }
            _ => self.pick(&["true", "false", "null", "undefined"]).to_owned(),
        }
    }

    fn key(&mut self) -> &'static str {
        loop {
            let key = self.pick(KEYS);
            if !self.tame || !["new", "007", "1.5", "#x", "[a]", "é"].contains(&key) {
                return key;
            }
        }
    }

    fn member(&mut self, depth: usize) -> String {
        let readonly = if self.chance(15) { "readonly " } else { "" };
        let optional = if self.chance(30) { "?" } else { "" };
        let doc = match self.below(12) {
            0 => format!("/** {} */ ", self.text().replace("*/", "")),
            1 => format!("// {}\n", self.text().replace(['\n', '\r', '\u{2028}', '\u{2029}'], " ")),
            _ => String::new(),
        };
        match self.below(10) {
            0 | 1 => {
                let key = match self.below(8) {
                    0..=2 => "string".to_owned(),
                    3 => "number".to_owned(),
                    4 => "symbol".to_owned(),
                    5 => "`a${string}`".to_owned(),
                    _ => self.ty(depth),
                };
                format!("{doc}{readonly}[{}: {key}]: {}", self.pick(PARAMS), self.ty(depth))
            }
            2 | 3 => {
                let returns = if self.chance(80) { format!(": {}", self.ty(depth)) } else { String::new() };
                format!("{doc}{}{optional}({}){returns}", self.key(), self.param_list(depth))
            }
            4 if self.chance(40) => format!("{doc}({}): {}", self.param_list(depth), self.ty(depth)),
            5 if !self.tame && self.chance(20) => format!("{doc}get {}(): {}", self.key(), self.ty(depth)),
            _ => format!("{doc}{readonly}{}{optional}: {}", self.key(), self.ty(depth)),
        }
    }

    fn object(&mut self, depth: usize) -> String {
        let separator = self.pick(&["; ", ", ", "\n", ";\n"]);
        let members: Vec<String> = (0..self.below(6)).map(|_| self.member(depth)).collect();
        format!("{{ {} }}", members.join(separator))
    }

    fn tuple(&mut self, depth: usize) -> String {
        let elements: Vec<String> = (0..self.below(5))
            .map(|_| {
                let rest = if self.chance(20) { "..." } else { "" };
                let optional = if rest.is_empty() && self.chance(25) { "?" } else { "" };
                let ty = self.ty(depth);
                if self.chance(40) {
                    format!("{rest}{}{optional}: {ty}", self.pick(PARAMS))
                } else {
                    format!("{rest}{ty}{optional}")
                }
            })
            .collect();
        format!("[{}]", elements.join(", "))
    }

    /// A name, with the arguments that it takes when the type is tame.
    fn name(&mut self, depth: usize) -> String {
        if !self.tame {
            return self.pick(NAMES).to_owned();
        }
        if self.chance(40) {
            return self.pick(WORDS).to_owned();
        }
        let (name, count) = GLOBALS[self.below(GLOBALS.len())];
        let args: Vec<String> = (0..count).map(|_| self.ty(depth.saturating_sub(1))).collect();
        if count == 0 { name.to_owned() } else { format!("{name}<{}>", args.join(", ")) }
    }

    /// A type, or a text that looks like one.
    fn ty(&mut self, depth: usize) -> String {
        if depth == 0 {
            return if self.chance(30) { self.literal() } else { self.name(0) };
        }
        let depth = depth - 1;
        match self.below(24) {
            4 | 5 if !self.tame => format!("{}<{}>", self.pick(NAMES), self.list(depth, 3, ", ")),
            0..=2 | 4 | 5 => self.name(depth),
            3 => self.literal(),
            6 | 7 => format!("{}[]", self.ty(depth)),
            8 => format!("({})[]", self.list(depth, 3, " | ")),
            9 | 10 => self.list(depth, 4, " | "),
            11 => self.list(depth, 3, " & "),
            12..=15 => self.object(depth),
            16 | 17 => self.tuple(depth),
            18 if self.tame => format!("(({}) => {})", self.param_list(depth), self.ty(depth)),
            18 => format!("({}) => {}", self.param_list(depth), self.ty(depth)),
            19 => format!(
                "`{}${{{}}}{}${{{}}}`",
                self.pick(&["a", "", "\\n", "$", "é"]),
                self.ty(depth),
                self.pick(&["-", "", "*/"]),
                self.ty(depth)
            ),
            20 => format!(
                "{} {}",
                self.pick(&["keyof", "readonly", "keyof", "readonly", "unique", "infer", "typeof"]),
                self.ty(depth)
            ),
            21 => format!("{}[{}]", self.ty(depth), self.ty(depth)),
            22 => format!("({})", self.ty(depth)),
            _ => {
                let of = self.object(depth);
                let key = self.pick(&[
                    "'a'",
                    "'a' | 'b'",
                    "keyof any",
                    "never",
                    "string",
                    "'id' | 1",
                    "any",
                    "symbol",
                ]);
                format!("{}<{of}, {key}>", self.pick(&["Pick", "Omit", "Record", "Exclude", "Extract"]))
            }
        }
    }

    /// A type text, some of them torn.
    pub(crate) fn type_text(&mut self) -> String {
        self.tame = self.chance(60);
        let depth = self.below(7);
        let mut text = self.ty(depth);
        if !self.tame && self.chance(20) {
            for _ in 0..=self.below(3) {
                let at = text.floor_char_boundary(self.below(text.len() + 1));
                let end = text.floor_char_boundary((at + self.below(4)).min(text.len())).max(at);
                let with = if self.chance(50) {
                    self.pick(PIECES)
                } else {
                    self.pick(&["|", "?", "[]", "<", ">", ")", "("])
                };
                text.replace_range(at..end, with);
            }
        }
        text
    }

    fn param(&mut self) -> Option<Param> {
        let name = match self.below(4) {
            0 => self.text(),
            1 => format!("{}{}", self.pick(PARAMS), self.pick(&["", "-b", ".c", "[]", "*/", "?"])),
            _ => self.pick(PARAMS).to_owned(),
        };
        let mut param = Param::new(ParamName::new(name).ok()?);
        param.ty = self.type_text().into();
        if self.chance(60) {
            param.description = self.text().into();
        }
        param.required = self.chance(50);
        if self.chance(25) {
            param.default = Some(if self.chance(50) { self.literal().into() } else { self.text().into() });
        }
        if self.chance(25) {
            let keyword = ConstraintKeyword::ALL[self.below(ConstraintKeyword::ALL.len())];
            let value = if self.chance(50) { self.text() } else { "3".to_owned() };
            param.constraints.push(Constraint { keyword, value: value.into() });
        }
        Some(param)
    }

    fn tool(&mut self, at: usize) -> Option<Tool> {
        let stem = self.pick(&[
            "new", "get", "a-b", "a.b", "class", "static", "readonly", "1a", "$", "_", "then2", "async",
            "set", "-x", "Infinity", "1e5", "find",
        ]);
        let name = if self.chance(50) { stem.to_owned() } else { format!("{stem}{at}") };
        let mut tool = Tool::new(ToolName::new(name).ok()?);
        tool.description = self.text().into();
        tool.params = (0..self.below(5)).filter_map(|_| self.param()).collect();
        if self.chance(70) {
            tool.returns = self.type_text().into();
        }
        if self.chance(20) {
            tool.title = Some(self.text().into());
            tool.sample_code = self.text().into();
            tool.schemas.input = Some(self.text().into());
            tool.notes.push(Note { heading: self.text().into(), text: self.text().into() });
        }
        if self.chance(20) {
            tool.annotations = Annotations::default();
            tool.annotations.read_only = Some(self.chance(50));
            tool.annotations.destructive = Some(self.chance(50));
        }
        Some(tool)
    }

    /// A manifest whose tools differ in name.
    pub(crate) fn manifest(&mut self) -> Manifest {
        let mut manifest = Manifest::default();
        manifest.name = self.text().into();
        manifest.description = self.text().into();
        for at in 0..self.below(6) {
            if let Some(tool) = self.tool(at).filter(|tool| manifest.tool(tool.name.as_str()).is_none()) {
                manifest.tools.push(tool);
            }
        }
        manifest.sections.push(Section::new(self.text(), self.text()));
        manifest
    }
}
