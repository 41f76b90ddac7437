export type FormIndexNumber = { [at: number]: string };
