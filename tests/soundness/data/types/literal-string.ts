export type FormLiteralString = "on";
