export interface FormInterfaceMerged { a: string }
export interface FormInterfaceMerged { b: number }
