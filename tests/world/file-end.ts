type Step = () => unknown;

const testEnds: Step[] = [];
const fileEnds: Step[] = [];

/** `step` runs after each test. Modules that files of tests share call this once, while they are loaded. */
export const afterEachTest = (step: Step): void => void testEnds.push(step);

/** `step` runs after each file of tests, before the steps that were added earlier. */
export const afterEachFile = (step: Step): void => void fileEnds.unshift(step);

export async function endTest(): Promise<void> {
  for (const step of testEnds) await step();
}

export async function endFile(): Promise<void> {
  for (const step of fileEnds) await step();
}
