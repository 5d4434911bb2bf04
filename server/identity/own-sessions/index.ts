export { end, endOthers, list, screen } from "./operations";
