export type FormIntersectionObjects = { a: string } & { b: number };
