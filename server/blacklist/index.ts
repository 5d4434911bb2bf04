/** The IP black list: addresses and networks whose clicks are redirected and do not count. */
export { add } from "./add";
export { addMany } from "./add-many";
export { Ips } from "./entry";
export { exportEntries } from "./export";
export { named, remove, removeChosen } from "./remove";
export { removeByValue } from "./remove-by-value";
export { listScreen, search } from "./search";
