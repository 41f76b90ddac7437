//! The global types that a declaration may name, with the compiler's demands on their type arguments.
//!
//! They are those of every current ECMAScript library and of a browser's page.
//!
//! A name that is not here cannot be resolved without the site's own program, so it becomes `any`. The list
//! is short on purpose: a type that a tool cannot take or give has no use in a declaration.

/// Demand on the type arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Demand {
    /// Nothing.
    None,
    /// The first is a type of keys (`Record`).
    FirstIsKey,
    /// The second is a type of keys (`Omit`).
    SecondIsKey,
    /// The second is a key of the first (`Pick`).
    SecondIsKeyOfFirst,
    /// The only one is text (`Uppercase`).
    Text,
}

/// The number of type arguments of a global type, and their demands.
pub(super) fn global(name: &str) -> Option<(usize, Demand)> {
    Some(match name {
        "Date" | "RegExp" | "Error" | "Function" | "Object" | "String" | "Number" | "Boolean" | "Symbol"
        | "BigInt" | "PropertyKey" | "ArrayBuffer" | "DataView" | "Int8Array" | "Uint8Array"
        | "Uint8ClampedArray" | "Int16Array" | "Uint16Array" | "Int32Array" | "Uint32Array"
        | "Float32Array" | "Float64Array" | "BigInt64Array" | "BigUint64Array" | "URL"
        | "URLSearchParams" | "Blob" | "File" | "FileList" | "FormData" | "Headers" | "Request"
        | "Response" | "AbortSignal" | "AbortController" | "Event" | "EventTarget" | "Node" | "NodeList"
        | "Element" | "HTMLElement" | "HTMLInputElement" | "SVGElement" | "Document" | "DocumentFragment"
        | "Text" | "DOMRect" | "ImageData" | "Window" | "Storage" | "Location" => (0, Demand::None),
        "Array" | "ReadonlyArray" | "Set" | "ReadonlySet" | "Promise" | "PromiseLike" | "Partial"
        | "Required" | "Readonly" | "NonNullable" | "Iterable" | "AsyncIterable" | "ArrayLike" => {
            (1, Demand::None)
        }
        "Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize" => (1, Demand::Text),
        "Map" | "ReadonlyMap" | "Exclude" | "Extract" => (2, Demand::None),
        "Record" => (2, Demand::FirstIsKey),
        "Omit" => (2, Demand::SecondIsKey),
        "Pick" => (2, Demand::SecondIsKeyOfFirst),
        _ => return None,
    })
}

/// Returns the type that an author probably meant by a name that other languages use.
pub(super) fn meant(name: &str) -> Option<&'static str> {
    Some(match name {
        "int" | "int32" | "int64" | "long" | "Integer" => "integer",
        "float" | "double" | "decimal" | "Float" => "number",
        "bool" => "boolean",
        "str" | "text" | "Text" | "uuid" | "url" | "date" | "datetime" => "string",
        "list" | "List" | "array" => "unknown[]",
        "dict" | "map" | "json" | "JSON" | "hash" => "Record<string, unknown>",
        "None" | "nil" => "null",
        "Any" => "any",
        _ => return None,
    })
}
