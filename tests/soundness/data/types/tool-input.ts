export interface FormToolInput {
    /** Where to start: a city's code. */
    origin: string;
    destination: string;
    /** @minimum 1 */
    passengers?: number;
    cabin?: "economy" | "business";
    filters?: { maxPrice?: number; airlines?: string[] };
}
