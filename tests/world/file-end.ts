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

/** Takes every step, also after one that fails, and then fails with the first error. */
export async function endFile(): Promise<void> {
  const errors: unknown[] = [];
  for (const step of fileEnds) await Promise.resolve(step()).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
