export type FormTupleRestOnly = [...string[]];
