export type FormTemplateNumber = { size: `${number}px` };
