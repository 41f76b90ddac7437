interface Item { id: string }
type Result<T extends Item> = { ok: true; item: T } | { ok: false; error: string };
export type FormGenericConstraint = Result<Item & { size: number }>;
