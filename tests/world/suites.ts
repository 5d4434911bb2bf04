import { readdirSync } from "node:fs";

/** Folders and files of tests that need no database, no built product and no browser; `npm run test:quick` runs them. */
const PURE = [
  "tests/kernel/",
  "tests/hand-written-sql.test.ts",
  "tests/house.test.ts",
  "tests/operations/identity/codes.test.ts",
  "tests/operations/payroll/amounts.test.ts",
  "tests/replay/in-order.test.ts",
  "tests/replay/independence.test.ts",
  "tests/replay/parse-log-line.test.ts",
  "tests/replay/read-recording.test.ts",
  "tests/reports/shape.test.ts",
  "tests/screens/kept-range.test.ts",
  "tests/screens/page.test.ts",
  "tests/screens/palette.test.ts",
  "tests/screens/sign-in/return-url.test.ts",
  "tests/screens/widgets.test.tsx",
  "tests/setup/deploy.test.ts",
  "tests/setup/times.test.ts",
  "tests/tracking/classes.test.ts",
  "tests/tracking/codes.test.ts",
  "tests/tracking/kit-scripts.test.ts",
  "tests/tracking/marks.test.ts",
  "tests/tracking/verdicts.test.ts",
  "tests/words.test.ts",
  "tests/words/",
];

/**
 * The files that `npm test` leaves to `npm run test:full`. `npm test` performs every operation for every role, computes every
 * report and opens every screen in a browser, within minutes; these repeat it in other ways, break what is running, or
 * measure whole pages.
 */
const FULL: readonly RegExp[] = [
  // Processes and machines: start, stop, TLS, replicas, recorded traffic, malformed input, generated data.
  /^(fuzz|replay|seed|setup)\//,
  // Random sequences of sign-ins, guesses of secrets, and planted secrets in everything that is stored.
  /^trust\//,
  // Each statement against the laws of tables on several servers.
  /^distribution\//,
  // Every screen at every width, on paper and by axe; the enhanced parts one by one.
  /^browser\/(?!budget|kinds|violations)/,
  // The same act by call, by form and by script; thousands of rows; screens without a database.
  /^screens\/.*(-ways|-many)\.test|^screens\/(three-ways|database-)/,
  /^screens\/(chat-logs|explain|forms-again|gallery|health|images|kept-in-the-browser|record-pages|titles|trade-logs)\./,
  /^screens\/(api-docs|black-list|developer-page|domains|links-translate|logs-export|manuals|migration|news|options)\./,
  /^screens\/(payout-details|sites-acts|webhooks)\.|^screens\/sign-in\/(ended-session|every-form|remote-login|required-two-step)\./,
  // Whole databases, many at once, long waits.
  /^operations\/(invariants\/|(end-enabled-logins|names|purge|purge-command|uploads)\.)/,
  /^operations\/identity\/(captcha|guessable|proof|superadmin|throttle|tokens-end)\./,
  /^operations\/(logs\/(by-tally|clicks-feed)|webhooks\/deliver)\./,
  /^reports\/(groupings-raw|sites-export|sites-raw)\./,
  /^api\/(answers|client-program|docs-pages|examples|generated-client|idempotency|openapi-tools|limits|odd-paths|token-scopes|portman|webhook-libraries)\./,
  /^tracking\/(click-faults|click-workers|clock-set-back|cuts|faults|front|log|new-links|soak)/,
  /^tracking\/(kit|kit-woocommerce|postback-concurrency|postback-stop|postback-workers|replay-postbacks|roll-up-failures)\./,
];

/** True if `npm test` leaves the file, named from the project's folder, to `npm run test:full`. */
export const isFull = (file: string): boolean => FULL.some((part) => part.test(file.slice("tests/".length)));

/** True if the file, named from the project's folder, is a pure test. */
export const isPure = (file: string): boolean =>
  PURE.some((place) => (place.endsWith("/") ? file.startsWith(place) : file === place));

/** The suite that a command runs. Without one, all tests may run. */
const SUITES = {
  /** PostgreSQL is not started. */
  quick: isPure,
  basic: (file: string) => !isFull(file),
  full: isFull,
} as const;
const suite = process.env.SUITE as keyof typeof SUITES | undefined;
export const QUICK = suite === "quick";

/** They need a Citus cluster, which `npm run test:citus` starts. */
const isOnCitus = (file: string): boolean => file.startsWith("tests/citus/");

/** The files of this run's suite, named from the project's folder. */
export const suiteFiles = (): string[] =>
  readdirSync("tests", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `tests/${file}`)
    .filter((file) => process.env.CITUS_URL || !isOnCitus(file))
    .filter((file) => !suite || SUITES[suite](file));
