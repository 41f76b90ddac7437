type Frozen<T> = { readonly [K in keyof T]: T[K] };
export type FormMappedReadonly = Frozen<{ a: string; b?: number }>;
