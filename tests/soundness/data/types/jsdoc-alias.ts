/**
 * @minimum 0
 * @maximum 100
 */
type Percent = number;
export type FormJsdocAlias = { done: Percent };
