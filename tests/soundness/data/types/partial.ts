interface All { a: string; b: number }
export type FormPartial = Partial<All>;
