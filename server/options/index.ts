/** Settings that superadmins change at run time. */
export { isOn } from "./is-on";
export { list } from "./list";
export { save } from "./save";
