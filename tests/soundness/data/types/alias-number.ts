export type FormAliasNumber = number;
