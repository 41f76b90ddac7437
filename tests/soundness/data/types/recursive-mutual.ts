interface Folder { files: File[]; name: string }
interface File { parent?: Folder; size: number }
export type FormRecursiveMutual = Folder;
