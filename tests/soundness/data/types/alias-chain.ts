type Id = string;
type UserId = Id;
export type FormAliasChain = { user: UserId; other?: Id };
