export type FormAliasPrimitive = string;
