interface Some { a?: string; b?: number; c: boolean }
export type FormRequired = Required<Some>;
