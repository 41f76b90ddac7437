enum One { Only = "only" }
export type FormEnumSingle = { one: One };
