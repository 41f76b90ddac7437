export type FormArrayNested = (string[] | number)[][];
