export interface FormRecursiveTree { value: string; children: FormRecursiveTree[] }
