export type FormLiteralUnion = "asc" | "desc";
