export type FormArrayGeneric = Array<string | number>;
