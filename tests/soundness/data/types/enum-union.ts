enum Kind { A = "a", B = "b" }
export type FormEnumUnion = Kind | "c";
