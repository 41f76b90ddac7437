export interface FormInterfaceNullable { id: string | null; parent: number | null | undefined }
