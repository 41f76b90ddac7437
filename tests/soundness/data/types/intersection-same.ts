export type FormIntersectionSame = { a: string | number } & { a: string };
