import { SettingError } from "../kernel/process/config";
import { sealingKey } from "../kernel/process/data-keys";
import { type Rotation, requireKeys, rotateKeys } from "../keys";
import { exitWithMessage, openDatabase } from "../processes";

/** `npm run rotate-keys`: seals all values of the database with the first key, while the server runs. */
try {
  if (process.argv.length > 2) throw new SettingError("Usage: npm run rotate-keys");
  const database = await openDatabase();
  try {
    await requireKeys();
    process.exitCode = report(await rotateKeys(printColumn));
  } finally {
    await database.close();
  }
} catch (error) {
  exitWithMessage(error);
}

function printColumn({ says, sealed, left }: Rotation): void {
  console.log(`${says}: ${format(sealed)} sealed again, ${format(left)} left.`);
}

function report(results: readonly Rotation[]): 0 | 1 {
  const [left, broken] = [sumOf(results, "left"), sumOf(results, "broken")];
  const { id } = sealingKey();
  if (left === 0) {
    console.log(`All values are sealed with key ${id}. Backups taken before now still need the other keys.`);
    return 0;
  }
  if (broken > 0) console.log(`Values that no key opens: ${format(broken)}. npm run check names an example.`);
  if (left > broken) {
    console.log(
      `A server has sealed values with another key meanwhile (${format(left - broken)}). ` +
        `Restart every server with key ${id} first in DATA_KEYS, then run this again.`,
    );
  }
  return 1;
}

function sumOf(results: readonly Rotation[], name: "left" | "broken"): number {
  return results.reduce((sum, result) => sum + result[name], 0);
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}
