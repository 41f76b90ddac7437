interface A { a: string; shared?: number }
interface B { b: boolean }
export type FormIntersectionNamed = A & B & { c?: null };
