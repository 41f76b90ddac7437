export type FormTemplatePlain = `user-${string}`;
