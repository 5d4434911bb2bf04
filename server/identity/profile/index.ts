export * as admin from "./admin";
export * as agent from "./agent";
export * as company from "./company";
export { screen, updateOf } from "./screen";
