/** Folders and files of tests that need no database, no built product and no browser; `npm run test:quick` runs them. */
const PURE = [
  "tests/kernel/",
  "tests/hand-written-sql.test.ts",
  "tests/house.test.ts",
  "tests/operations/identity/codes.test.ts",
  "tests/replay/in-order.test.ts",
  "tests/replay/independence.test.ts",
  "tests/replay/parse-log-line.test.ts",
  "tests/replay/read-recording.test.ts",
  "tests/screens/kept-range.test.ts",
  "tests/screens/page.test.ts",
  "tests/screens/palette.test.ts",
  "tests/screens/sign-in/return-url.test.ts",
  "tests/screens/widgets.test.tsx",
  "tests/setup/deploy.test.ts",
  "tests/setup/times.test.ts",
  "tests/tracking/classes.test.ts",
  "tests/tracking/codes.test.ts",
  "tests/tracking/marks.test.ts",
  "tests/words.test.ts",
];

const isFolder = (place: string): boolean => place.endsWith("/");

export const pureGlobs = PURE.map((place) => (isFolder(place) ? `${place}**/*.test.ts` : place));

/** True if the file, named from the project's folder, is a pure test. */
export const isPure = (file: string): boolean =>
  PURE.some((place) => (isFolder(place) ? file.startsWith(place) : file === place));

/** Set by `npm run test:quick`: PostgreSQL is not started, and only pure tests run. */
export const QUICK = process.env.QUICK === "on";
