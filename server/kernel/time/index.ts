/** New York days and clock texts. Only this folder applies the rules of the time zone. */
export {
  addDays,
  type Day,
  dayOf,
  daysBetween,
  eachDay,
  eachMonth,
  endOfDay,
  isDay,
  nextOneOClock,
  sameTimeOn,
  startOfDay,
  ZONE,
} from "./days";
export { clockText, isoTime, newYorkTime, zoneLabel } from "./clock";
