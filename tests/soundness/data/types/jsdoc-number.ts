export interface FormJsdocNumber {
    /**
     * @minimum 1
     * @maximum 10
     */
    size: number;
    /** @exclusiveMinimum 0 */
    price: number;
    /** @multipleOf 5 */
    step?: number;
}
