/** What was done is done: that nobody could write it down is told, and no failure of it. */
export async function noted(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (fault) {
    process.stderr.write(`The run was not recorded for the Health screen: ${(fault as Error).message}\n`);
  }
}
