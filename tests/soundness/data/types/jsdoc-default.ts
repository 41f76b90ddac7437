export interface FormJsdocDefault {
    /** @default 10 */
    limit?: number;
    /** @default "asc" */
    order?: "asc" | "desc";
}
