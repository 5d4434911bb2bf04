/** New York days, periods, hint lists and clock texts. Only this module applies the rules of the time zone. */
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
export {
  formatRange,
  instants,
  INVALID_RANGE,
  lengthInDays,
  parseRange,
  type Range,
  readRange,
  sameRange,
} from "./ranges";
export { formatPeriod, isHalfMonth, parsePeriod, type Period, periodOf, previous, type Unit, UNITS } from "./units";
export { halfMonthsIn, payPeriod, payPeriodId, splitAtHalfMonths } from "./half-months";
export {
  type ChartHint,
  chartHints,
  dateHints,
  halfMonthHints,
  type Hint,
  hintFor,
  payoutHints,
  topAgentsHints,
  weeklyHints,
} from "./hints";
export { clockText, isoTime, zoneLabel } from "./clock";
export { progress } from "./progress";
