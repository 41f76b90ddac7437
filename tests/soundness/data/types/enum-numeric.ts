export enum FormEnumNumeric { Red, Green, Blue }
