export interface FormIndexWithProperties { id: string; [key: string]: string }
