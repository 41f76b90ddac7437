interface All { a: string; b?: number }
export type FormMappedKeyof = { [K in keyof All]: boolean };
