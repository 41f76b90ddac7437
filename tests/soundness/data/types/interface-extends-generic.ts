interface Page<T> { items: T[]; next?: string }
export interface FormInterfaceExtendsGeneric extends Page<number> { total: number }
