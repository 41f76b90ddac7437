export interface FormInterfaceEmptyArray { list: []; any: unknown[] }
