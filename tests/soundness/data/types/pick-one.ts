interface All { a: string; b?: number }
export type FormPickOne = Pick<All, "b">;
