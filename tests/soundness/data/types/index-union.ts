export type FormIndexUnion = { [name: string]: string | { nested: boolean } };
