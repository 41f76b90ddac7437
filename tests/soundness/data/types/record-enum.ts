enum Key { X = "x", Y = "y" }
export type FormRecordEnum = Record<Key, string>;
