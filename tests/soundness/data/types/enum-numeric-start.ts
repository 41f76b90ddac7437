enum Level { Low = 1, Middle, High = 10 }
export type FormEnumNumericStart = { level: Level };
