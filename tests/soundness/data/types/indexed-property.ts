interface All { a: { b: number } }
export type FormIndexedProperty = All["a"];
