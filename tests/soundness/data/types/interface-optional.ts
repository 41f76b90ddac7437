export interface FormInterfaceOptional { id: string; note?: string; tags?: string[] }
