export interface FormJsdocString {
    /**
     * @minLength 2
     * @maxLength 4
     */
    code: string;
    /** @pattern ^[a-z]+$ */
    slug?: string;
}
