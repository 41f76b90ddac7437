export type FormTupleReadonly = readonly ["x", 1];
