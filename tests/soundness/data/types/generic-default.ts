type Page<T = string> = { items: T[] };
export type FormGenericDefault = { a: Page; b: Page<number> };
