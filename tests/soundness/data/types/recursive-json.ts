export type FormRecursiveJson = string | number | boolean | null | FormRecursiveJson[] | { [key: string]: FormRecursiveJson };
