type Shape = { kind: "a"; x: number } | { kind: "b"; y: number };
export type FormIntersectionUnion = { id: string } & Shape;
