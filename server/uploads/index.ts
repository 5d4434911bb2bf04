/** Images in texts. */
export { uploadedImage } from "./uploaded-image";
export { read } from "./read";
export { removeUnused } from "./remove-unused";
export { upload } from "./upload";
