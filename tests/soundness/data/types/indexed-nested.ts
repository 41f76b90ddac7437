interface All { a: { b: string[] } }
export type FormIndexedNested = { x: All["a"]["b"] };
