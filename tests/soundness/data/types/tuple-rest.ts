export type FormTupleRest = [string, ...number[]];
