import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that open every screen, make every call or run many histories; started last, they would run alone. */
const LONGEST = ["browser/accessibility", "browser/budget", "money/histories", "api/contract", "api/matrix"];
/** Then files with a browser, then files with a server, whose start takes longer than most tests. */
const ORDER = [/\/browser\//, /\/(screens|setup|replay|api)\//, /./];
const rank = ({ moduleId }: TestSpecification): number =>
  LONGEST.some((name) => moduleId.includes(name)) ? -1 : ORDER.findIndex((kind) => kind.test(moduleId));

/** Starts the slowest kinds of files first. Within a kind, the order by the times of an earlier run remains. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
