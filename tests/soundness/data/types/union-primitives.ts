export type FormUnionPrimitives = string | number;
