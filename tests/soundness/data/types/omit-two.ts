interface All { a: string; b: number; c: boolean }
export type FormOmitTwo = Omit<All, "a" | "c"> & { a?: null };
