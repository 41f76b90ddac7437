interface All { a?: string; b?: number }
export type FormMappedRequired = { [K in keyof All]-?: All[K] };
