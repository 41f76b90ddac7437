export type FormPartialRecord = Partial<Record<"a" | "b", string>>;
