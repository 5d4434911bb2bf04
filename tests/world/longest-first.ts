import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that open every screen, make every call or live many histories; begun last, they would run alone. */
const LONGEST = ["browser/accessibility", "browser/budget", "money/histories", "api/contract", "api/matrix"];
/** Then whoever has a browser, and whoever has a server: a second of its start is more than most tests take. */
const ORDER = [/\/browser\//, /\/(screens|setup|replay|api)\//, /./];
const rank = ({ moduleId }: TestSpecification): number =>
  LONGEST.some((name) => moduleId.includes(name)) ? -1 : ORDER.findIndex((kind) => kind.test(moduleId));

/** Where a run knows nothing of an earlier one, what takes long begins first. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
