export { dashboard } from "./dashboard";
