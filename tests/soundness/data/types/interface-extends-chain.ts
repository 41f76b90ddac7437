interface A { a: string }
interface B extends A { b: number }
export interface FormInterfaceExtendsChain extends B { c: boolean }
