export type FormTupleNested = { range: [from: number, to: number]; pairs: [string, boolean][] };
