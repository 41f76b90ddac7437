export type FormTupleOptional = [string, number?, boolean?];
