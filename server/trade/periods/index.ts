/** Ranges, periods, half-months and the lists of hints. */
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
export { progress } from "./progress";
export { isRelative, relativeLabel, type RelativeName, relativeNames, relativeRange } from "./relative";
