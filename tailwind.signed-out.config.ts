import { stylesWith } from "./tailwind.config";

/** Of pages for people without a session, which a first visit loads: they have few icons. */
export default stylesWith(["down", "check", "alert", "clock", "copy", "eye"]);
