export type FormAliasObjectKeyword = { data: object };
