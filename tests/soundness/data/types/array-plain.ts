export type FormArrayPlain = number[];
