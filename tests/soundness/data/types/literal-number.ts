export type FormLiteralNumber = -1.5;
