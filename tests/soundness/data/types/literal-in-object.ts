export type FormLiteralInObject = { version: 2; mode: "fast" | "slow"; strict: false };
