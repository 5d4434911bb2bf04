import { one } from "../kernel/database";
import { sql } from "../kernel/sql";
import type { OptionName } from "./known";

/** Whether an option is on at this moment, in the transaction that asks. */
export async function isOn(name: OptionName): Promise<boolean> {
  const option = await one<{ value: string }>(sql`SELECT value FROM options WHERE name = ${name}`);
  return option?.value === "1";
}
