export interface FormInterfaceNested { address: { street: string; geo: { lat: number; lon: number } } }
