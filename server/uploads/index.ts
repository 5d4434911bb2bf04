/** Images that people put into texts. */
export { added } from "./added";
export { read } from "./read";
export { upload } from "./upload";
