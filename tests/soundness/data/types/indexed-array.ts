type List = { id: string }[];
export type FormIndexedArray = List[number];
