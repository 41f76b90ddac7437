export type FormTupleNamed = [lat: number, lon: number, label?: string];
