interface All { a: string; b?: number; c: boolean }
export type FormOmit = Omit<All, "c">;
