export type FormRecordLiteral = Record<"a" | "b", number>;
