/** Runs `writing`. If it fails, prints a warning but does not fail the command, whose work is done. */
export async function noted(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (fault) {
    process.stderr.write(`The run was not recorded for the Health screen: ${(fault as Error).message}\n`);
  }
}
