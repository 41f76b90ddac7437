interface Base { id: string }
export interface FormInterfaceExtends extends Base { size: number }
