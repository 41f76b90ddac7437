export type FormTemplateLiteralOnly = `fixed`;
