/** New York days, periods, hint lists and clock texts. Only this module applies the rules of the time zone. */
export {
  ZONE,
  addDays,
  dayOf,
  daysBetween,
  eachDay,
  eachMonth,
  endOfDay,
  isDay,
  nextOneOClock,
  startOfDay,
} from "./days";
export { INVALID_RANGE, formatRange, instants, lengthInDays, parseRange, readRange, sameRange } from "./ranges";
export type { Day } from "./days";
export type { Range } from "./ranges";
export { UNITS, formatPeriod, isHalfMonth, parsePeriod, periodOf, previous } from "./units";
export type { Period, Unit } from "./units";
export { halfMonthsIn, payPeriod, payPeriodId } from "./half-months";
export { chartHints, dateHints, hintFor, payoutHints, topAgentsHints, weeklyHints } from "./hints";
export type { ChartHint, Hint } from "./hints";
export { clockText, isoTime, zoneLabel } from "./clock";
export { progress } from "./progress";
