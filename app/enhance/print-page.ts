import { define, listen } from "./define";

/** Opens the browser's print dialog. */
define("print-page", (element) => listen(element, "click", () => print()));
