export type FormMappedLiteral = { [K in "a" | "b"]: number };
