export interface FormJsdocInteger {
    /** @asType integer */
    count: number;
}
