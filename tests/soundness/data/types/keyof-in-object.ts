interface All { name: string; size: number }
export type FormKeyofInObject = { sort: keyof All; order?: "asc" | "desc" };
