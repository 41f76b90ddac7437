export type FormLiteralBoolean = true;
