export type FormAliasObject = { a: string; b?: { c: number }[] };
