/** Settings that superadmins change while the product runs. */
export { isOn } from "./is-on";
export { list } from "./list";
export { save } from "./save";
