export interface FormRecursiveList { value: number; next?: FormRecursiveList | null }
