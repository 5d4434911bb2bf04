/** The keys that encrypt values in the database: which values they are, whether they open, and their replacement. */
export { sealedColumns } from "./columns";
export { keysInUse, requireKeys } from "./require-keys";
export { type Rotation, rotateKeys } from "./rotate";
export { opens, readSealed } from "./values";
