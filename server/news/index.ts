/** The news: one text that everybody reads on the home screen. */
export { edit } from "./edit";
export { last } from "./last";
export { latestNews } from "./stored";
export { save } from "./save";
