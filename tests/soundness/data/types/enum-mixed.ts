enum Answer { No = 0, Yes = "yes" }
export type FormEnumMixed = Answer;
