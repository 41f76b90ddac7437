interface Named { name: string }
interface Aged { age?: number }
export interface FormInterfaceExtendsTwo extends Named, Aged { city: string }
