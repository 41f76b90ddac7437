export type FormAliasNull = null;
