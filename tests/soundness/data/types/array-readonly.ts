export type FormArrayReadonly = ReadonlyArray<{ a: string }>;
