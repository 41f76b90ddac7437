export interface FormJsdocArray {
    /**
     * @minItems 1
     * @maxItems 2
     */
    tags: string[];
    /** @uniqueItems true */
    ids?: number[];
}
