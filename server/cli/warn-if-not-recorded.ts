/** Runs `writing`. If it fails, prints a warning but does not fail the command, whose work is done. */
export async function warnIfNotRecorded(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    process.stderr.write(`The run was not recorded for the Health screen: ${(error as Error).message}\n`);
  }
}
