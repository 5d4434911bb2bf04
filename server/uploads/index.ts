/** Images in texts. */
export { added } from "./added";
export { read } from "./read";
export { removeUnused } from "./remove-unused";
export { upload } from "./upload";
