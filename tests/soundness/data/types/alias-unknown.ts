export type FormAliasUnknown = { anything: unknown; whatever?: any };
