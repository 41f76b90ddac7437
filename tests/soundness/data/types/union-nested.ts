type Text = { text: string };
type Image = { url: string; alt?: string };
export type FormUnionNested = { parts: (Text | Image)[]; main: Text | Image | null };
