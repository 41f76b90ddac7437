enum Kind { A = "a", B = "b" }
export type FormEnumMember = { kind: Kind.A; value: number };
