export type FormRecordString = Record<string, boolean>;
