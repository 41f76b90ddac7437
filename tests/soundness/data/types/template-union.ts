export type FormTemplateUnion = `${"get" | "set"}-${"a" | "b"}`;
