export type FormExtract = Extract<"a" | "b" | 1, string>;
