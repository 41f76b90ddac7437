type Box<T> = { value: T };
export type FormGenericAlias = Box<string>;
