export type FormUnionObjects = { kind: "circle"; radius: number } | { kind: "square"; side: number };
