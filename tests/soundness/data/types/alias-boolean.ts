export type FormAliasBoolean = boolean;
