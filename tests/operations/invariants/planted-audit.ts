import { AuditSeal } from "~models";
import { sealFinishedDays } from "../../../server/audit";
import { currentClient } from "../../../server/kernel/database/transactions";
import { now, withFixedTime } from "../../../server/kernel/time/now";
import type { Planted } from "./planted";

const DAY_MS = 24 * 60 * 60_000;

/** Two sealed days: the one of the company's rows, and the third after it. */
async function sealed(): Promise<void> {
  const afterDays = (days: number) => new Date(now().getTime() + days * DAY_MS);
  await withFixedTime(afterDays(2), sealFinishedDays);
  await aRow(afterDays(3));
  await withFixedTime(afterDays(5), sealFinishedDays);
}

const aRow = (at: Date) =>
  currentClient().query("INSERT INTO audit (at, operation, record, record_id) VALUES ($1, 'x', 'site', '1')", [at]);

export const plantedInAudit: Planted[] = [
  [
    "Sealed days of the audit whose rows or seal were changed",
    async () => {
      await sealed();
      await currentClient().query("UPDATE audit SET username = 'x' WHERE id = (SELECT max(id) FROM audit)");
    },
    /20\d\d-\d\d-\d\d: a row or the seal was changed/,
  ],
  [
    "Seals of the audit that are missing or do not follow from the one before",
    async () => {
      await sealed();
      await AuditSeal.destroy({ where: { number: 1 } });
    },
    /20\d\d-\d\d-\d\d: 1 seal before it missing/,
  ],
  [
    "Rows of the audit dated to days that were sealed without them",
    async () => {
      await sealed();
      await aRow(new Date("2026-01-10T12:00:00Z"));
    },
    /2026-01-10: row \d+/,
  ],
];
