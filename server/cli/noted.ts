/** What was done is done: that nobody could write it down is told, and no failure of it. */
export async function noted(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (fault) {
    process.stderr.write(`It was not noted for the page of health: ${(fault as Error).message}\n`);
  }
}
