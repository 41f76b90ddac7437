export type FormLiteralUnionMixed = "a" | 1 | true | null;
