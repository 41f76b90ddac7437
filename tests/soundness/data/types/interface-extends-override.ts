interface Base { kind: string; size: number }
export interface FormInterfaceExtendsOverride extends Base { kind: "small" | "large" }
