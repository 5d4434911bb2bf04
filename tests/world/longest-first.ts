import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that open every screen or make every call; begun last, they would leave the other worker with nothing to do. */
const LONGEST = ["browser/accessibility", "browser/budget", "api/matrix"];
const rank = ({ moduleId }: TestSpecification): number =>
  LONGEST.some((name) => moduleId.includes(name)) ? 0 : moduleId.includes("/browser/") ? 1 : 2;

/** Where a run knows nothing of an earlier one, what takes long begins first. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
