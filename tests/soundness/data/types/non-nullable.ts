export type FormNonNullable = { a: NonNullable<string | null | undefined> };
