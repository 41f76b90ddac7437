/** A user of the shop. */
export interface FormJsdocDescription {
    /** Who it is. */
    id: string;
}
