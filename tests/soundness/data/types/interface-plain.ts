export interface FormInterfacePlain { id: number; name: string; active: boolean }
