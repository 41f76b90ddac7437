/**
 * What to look for.
 *
 * @title Query
 */
export interface FormJsdocTitle { text: string }
