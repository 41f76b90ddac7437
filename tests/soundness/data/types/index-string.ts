export type FormIndexString = { [key: string]: number };
