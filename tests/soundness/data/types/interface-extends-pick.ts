interface All { a: string; b: number; c: boolean }
export interface FormInterfaceExtendsPick extends Pick<All, "a" | "b"> { d: null }
