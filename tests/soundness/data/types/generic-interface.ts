interface Node<T> { value: T; children?: Node<T>[] }
export type FormGenericInterface = Node<string>;
