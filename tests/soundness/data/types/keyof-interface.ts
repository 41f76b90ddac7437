interface All { a: string; b: number }
export type FormKeyofInterface = keyof All;
