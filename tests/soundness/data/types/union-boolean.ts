export type FormUnionBoolean = { flag: boolean | "auto" };
