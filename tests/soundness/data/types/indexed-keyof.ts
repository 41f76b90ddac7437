interface All { a: string; b: number }
export type FormIndexedKeyof = All[keyof All];
