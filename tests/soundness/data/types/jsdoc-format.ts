export interface FormJsdocFormat {
    /** @format date-time */
    at: string;
    /** @format email */
    mail?: string;
}
