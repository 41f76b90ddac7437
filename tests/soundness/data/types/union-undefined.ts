export type FormUnionUndefined = { a: string | undefined; b?: number | undefined };
