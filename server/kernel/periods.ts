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
} from "./periods/days";
export { INVALID_RANGE, formatRange, instants, lengthInDays, parseRange, readRange, sameRange } from "./periods/ranges";
export type { Day } from "./periods/days";
export type { Range } from "./periods/ranges";
export { UNITS, formatPeriod, isHalfMonth, parsePeriod, periodOf, previous } from "./periods/units";
export type { Period, Unit } from "./periods/units";
export { halfMonthsIn, payPeriod, payPeriodId } from "./periods/half-months";
export { chartHints, dateHints, hintFor, payoutHints, topAgentsHints, weeklyHints } from "./periods/hints";
export type { ChartHint, Hint } from "./periods/hints";
export { clockText, isoTime, zoneLabel } from "./periods/clock";
export { progress } from "./periods/progress";
