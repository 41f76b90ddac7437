export interface FormJsdocDeprecated {
    /** @deprecated Use b. */
    a?: string;
    b: string;
}
