interface All { a: string; b?: number; c: boolean }
export type FormPick = Pick<All, "a" | "b">;
