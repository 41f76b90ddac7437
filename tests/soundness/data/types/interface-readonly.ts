export interface FormInterfaceReadonly { readonly id: string; readonly tags: readonly string[] }
