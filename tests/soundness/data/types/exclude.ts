export type FormExclude = Exclude<"a" | "b" | "c", "a">;
