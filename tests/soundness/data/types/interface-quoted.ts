export interface FormInterfaceQuoted { "content-type": string; "a b": number; 1: boolean; "$ref": string }
