export type FormTuplePlain = [string, number];
