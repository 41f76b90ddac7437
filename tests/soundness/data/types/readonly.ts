export type FormReadonly = Readonly<{ a: string; b?: number }>;
