interface All { id: string; a: string; b?: number }
export type FormUtilitiesNested = Partial<Omit<All, "id">> & Pick<All, "id">;
