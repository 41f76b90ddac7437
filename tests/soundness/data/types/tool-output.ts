type Money = { amount: number; currency: "EUR" | "USD" };
interface Flight { id: string; price: Money; stops: string[] }
export type FormToolOutput = { flights: Flight[]; next: string | null };
