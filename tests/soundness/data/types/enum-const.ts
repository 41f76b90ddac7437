const enum Size { S = "s", M = "m" }
export type FormEnumConst = { size: Size };
