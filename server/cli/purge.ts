import { parseArgs } from "node:util";
import { now } from "../kernel/time/now";
import { SettingError } from "../kernel/process/config";
import { readTransaction } from "../kernel/database/transactions";
import { startOfDay } from "../kernel/time";
import { exitWithMessage, openDatabase } from "../processes";
import { readSpoolBacklog } from "../tracking";
import { type Months, purge } from "../maintenance";

/** `npm run purge`: removes personal data from older months. Report totals stay the same. */
const USAGE = `Usage: npm run purge -- [--months N] [--common-log N] [--login-log N] [--audit N] [--refused-postbacks N]
       [--claims N] [--dry-run]
Each option keeps the present month and N whole months before it (New York's), 1 to 120. At least one is needed.
  --months            blanks addresses, browsers, referers and sub ids of clicks, customers' e-mails and referers of events,
                      and in postbacks all that does not decide what is booked; deletes browsers that no later click used
  --common-log, --login-log, --audit, --refused-postbacks
                      delete the older rows of that log
  --claims            deletes older claims that are answered, booked or declined
  --dry-run           counts and writes nothing`;

const number = (count: number) => count.toLocaleString("en-US");
const NAMES = {
  ...{ clicks: "clicks", events: "events", postbacks: "postbacks" },
  ...{ commonLog: "older rows of the common log", loginLog: "older rows of the login log" },
  ...{ audit: "older rows of the audit", refusedPostbacks: "older refused postbacks" },
  claims: "older claims",
};

try {
  const { months, dryRun } = parseOptions(process.argv.slice(2));
  const database = await openDatabase({ asOwner: true });
  try {
    const began = now().getTime();
    const { before, rows, uniques, userAgents, deleted } = await purge({ months, dryRun }, (kind, month, count) =>
      console.log(`  ${month}  ${number(count)} ${NAMES[kind]}`),
    );
    const blanked = `${number(rows.clicks)} clicks, ${number(rows.events)} events and ${number(rows.postbacks)} postbacks`;
    const deletedCount = number(Object.values(deleted).reduce((sum, count) => sum + count, 0));
    const took = `${((now().getTime() - began) / 1000).toFixed(1)} s`;
    console.log(
      dryRun
        ? `${blanked} would be blanked, ${uniques} months of uniques dropped, ${number(userAgents)} browsers and ${deletedCount} rows of logs deleted. Nothing was written.`
        : `${blanked} were blanked, ${uniques} months of uniques dropped, ${number(userAgents)} browsers and ${deletedCount} rows of logs deleted, in ${took}.`,
    );
    if (before !== null) await reportRefusedFiles(before);
  } finally {
    await database.close();
  }
} catch (error) {
  exitWithMessage(error);
}

function parseOptions(args: string[]): { months: Months; dryRun: boolean } {
  const number = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        ...{ months: number, "common-log": number, "login-log": number, audit: number, "refused-postbacks": number },
        claims: number,
        // The option's name from before the command was called purge.
        ...{ "dry-run": flag, rehearse: flag },
      },
    });
    const { "dry-run": dryRun, rehearse, months, audit } = values;
    const texts = {
      ...{ visitors: months, commonLog: values["common-log"], loginLog: values["login-log"], audit },
      ...{ refusedPostbacks: values["refused-postbacks"], claims: values.claims },
    };
    const entries = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined);
    if (entries.length === 0 || entries.some(([, text]) => !isMonths(text))) throw new SettingError(USAGE);
    return {
      months: Object.fromEntries(entries.map(([name, text]) => [name, Number(text)])),
      dryRun: dryRun || rehearse,
    };
  } catch {
    throw new SettingError(USAGE);
  }
}

// A function declaration, because it is hoisted: the code above runs before the rest of this file.
function isMonths(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 120;
}

/** Prints the refused spool files of that time. They are not deleted, because nobody has checked them yet. */
async function reportRefusedFiles(before: string): Promise<void> {
  const { refused } = await readTransaction(readSpoolBacklog);
  const old = refused.filter((name) => Number(name.split("-")[0]) < startOfDay(before).getTime());
  if (old[0] === undefined) return;
  console.log(`${old.length} refused files of the spool are older and name visitors too, for example ${old[0]}.`);
}
