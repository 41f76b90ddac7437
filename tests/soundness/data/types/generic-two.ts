type Pair<A, B = A> = { first: A; second: B };
export type FormGenericTwo = { x: Pair<string>; y: Pair<string, number> };
