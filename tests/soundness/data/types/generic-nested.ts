type Box<T> = { value: T };
type Maybe<T> = T | null;
export type FormGenericNested = Box<Maybe<Box<number[]>>>;
