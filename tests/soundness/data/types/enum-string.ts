enum Colour { Red = "red", Green = "green" }
export type FormEnumString = { colour: Colour; all?: Colour[] };
