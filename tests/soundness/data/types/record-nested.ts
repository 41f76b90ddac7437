export type FormRecordNested = Record<string, Record<string, number[]>>;
