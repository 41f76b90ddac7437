export type FormMappedOptional = { [K in "a" | "b"]?: string };
