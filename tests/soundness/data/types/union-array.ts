export type FormUnionArray = string | string[];
