import { afterEach, beforeAll, expect, it } from "vitest";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { SavedView, WaitingMail } from "~models";
import * as views from "../../../server/views";
import { attachDay } from "../../../server/audit";
import { sendWaiting } from "../../../server/mail";
import { readTransaction, writeTransaction } from "../../../server/kernel/database/transactions";
import { config, overrideConfig } from "../../../server/kernel/process/config";
import { withFixedTime } from "../../../server/kernel/time/now";
import { ask } from "../../reports/ask";
import { theWeek } from "../../reports/the-week";
import type { anAdmin } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { db } from "../../world/db";
import { freePort } from "../../world/free-port";

/** Mails of saved views: when they are due, what they carry, and once in each period. */

let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  ({ admin } = await theWeek());
});
afterEach(async () => {
  overrideConfig({ SMTP_URL: undefined });
  await writeTransaction(async () => {
    await WaitingMail.destroy({ where: {} });
    await SavedView.destroy({ where: {} });
  });
  await db.run`UPDATE accounts SET active = true, login_blocked = false`;
  await rm(outbox(), { recursive: true, force: true });
});

const outbox = () => path.join(config().DATA_DIR, "outbox");
const mails = async () => {
  const names = (await readdir(outbox()).catch(() => [])).sort();
  return Promise.all(names.map((name) => readFile(path.join(outbox(), name), "utf8")));
};
const waiting = () => readTransaction(() => WaitingMail.count());
const queueAt = (at: string) => withFixedTime(at, views.queueDueViews);
const sendAt = (at: string) => withFixedTime(at, () => sendWaiting(attachDay, views.attachView));
const both = async (at: string) => {
  await queueAt(at);
  await sendAt(at);
};
const bodyOf = (mail: string) => mail.replaceAll("=\r\n", "").replaceAll("=3D", "=");
const fileOf = (mail: string) => {
  const [, base64 = ""] = /Content-Disposition: attachment.*?\r\n\r\n(.*?)\r\n--/s.exec(mail) ?? [];
  return Buffer.from(base64, "base64").toString();
};

const FRIDAY = "2026-03-06T17:00:00Z";
const saveAt = (at: string, more: Record<string, unknown>) =>
  withFixedTime(at, () =>
    ask(views.create, admin.actor, {
      ...{ name: "Daily", screen: "/app/stats/sites", query: "groupBy=agent&during=yesterday", mail: "daily" },
      ...more,
    }),
  );

it("a daily view is mailed from six in the morning in New York, with the day before, its sums and its rows [VIEW-08]", async () => {
  const { id } = await saveAt(FRIDAY, {});
  await queueAt("2026-03-06T23:00:00Z");
  await queueAt("2026-03-07T10:59:00Z");
  expect(await waiting()).toBe(0);
  await both("2026-03-07T11:00:00Z");
  const [mail = ""] = await mails();
  const body = bodyOf(mail);
  expect(mail).toContain(`To: ${admin.username}@example.org`);
  expect(mail).toContain("Subject: Daily: 2026-03-07");
  expect(mail).toContain(`Message-ID: <view-${id}-2026-03-07@`);
  for (const line of ["Days: 2026-03-06 ~ 2026-03-06", "Rows: 1", "Raws: 2", "Uniques: 1"])
    expect(body).toContain(line);
  expect(body).toContain(`/app/views/${id}`);
  expect(body).toContain(`/app/profile/views/confirm?intent=stopMail&ids=${id}`);
  expect(mail).toContain("sites-by-agent_all_2026-03-06_2026-03-06.csv");
  expect(fileOf(mail)).toMatch(/^\uFEFFNo\.,.*Raws[^]*\n1,[^]*ada[^]*\nOverall Total/);
});

it("a weekly view is mailed on Mondays, a half-monthly one on the 1st and the 16th, and missed ones once [VIEW-08]", async () => {
  await saveAt(FRIDAY, { name: "Weekly", mail: "weekly" });
  await saveAt(FRIDAY, { name: "Half", mail: "half" });
  const subjects = async (at: string) => {
    await both(at);
    return (await mails()).map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1]).sort();
  };
  expect(await subjects("2026-03-08T16:00:00Z")).toEqual([]);
  expect(await subjects("2026-03-09T16:00:00Z")).toEqual(["Weekly: 2026-03-09"]);
  expect(await subjects("2026-03-15T16:00:00Z")).toEqual(["Weekly: 2026-03-09"]);
  const twoWeeksLater = ["Half: 2026-03-16", "Weekly: 2026-03-09", "Weekly: 2026-03-23"];
  expect(await subjects("2026-03-25T16:00:00Z")).toEqual(twoWeeksLater);
  expect(await subjects("2026-03-25T16:00:00Z")).toEqual(twoWeeksLater);
});

it("a view is mailed once in a period, also by three processes, and after an end of the process in between [VIEW-09]", async () => {
  await saveAt(FRIDAY, {});
  const monday = "2026-03-09T16:00:00Z";
  await Promise.all([queueAt(monday), queueAt(monday), queueAt(monday)]);
  expect(await waiting()).toBe(1);
  await Promise.all([sendAt(monday), sendAt(monday)]);
  await both(monday);
  expect(await mails()).toHaveLength(1);
});

it("a mail that is sent again after an end of the process has the same ID and replaces its file [VIEW-09]", async () => {
  await saveAt(FRIDAY, {});
  await queueAt("2026-03-09T16:00:00Z");
  const [stored] = await readTransaction(() => WaitingMail.findAll({ raw: true }));
  await sendAt("2026-03-09T16:00:00Z");
  // The process ended after the mail server took the mail, and before it noted so.
  await writeTransaction(() => WaitingMail.create({ ...stored!, nextTryAt: new Date("2026-03-09T16:00:00Z") }));
  await sendAt("2026-03-09T16:05:00Z");
  expect(await mails()).toHaveLength(1);
});

it("a mail whose transaction is undone is queued again, and its period is not lost [VIEW-09]", async () => {
  await saveAt(FRIDAY, {});
  const undone = writeTransaction(async () => {
    await queueAt("2026-03-09T16:00:00Z");
    throw new Error("killed");
  });
  await expect(undone).rejects.toThrow("killed");
  await both("2026-03-09T16:00:00Z");
  expect(await mails()).toHaveLength(1);
});

it.each([
  ["is suspended", () => db.run`UPDATE accounts SET active = false WHERE id = ${admin.accountId}`],
  ["may not sign in", () => db.run`UPDATE accounts SET login_blocked = true WHERE id = ${admin.accountId}`],
  ["turned the mails off", () => db.run`UPDATE saved_views SET mail = 'none'`],
  ["deleted the view", () => db.run`DELETE FROM saved_views`],
  ["may no longer open the screen", () => db.run`UPDATE saved_views SET screen = '/app/gone'`],
])("nothing is mailed to an owner who %s after it was queued, nor queued after that [VIEW-10]", async (_, act) => {
  await saveAt(FRIDAY, {});
  await queueAt("2026-03-07T16:00:00Z");
  expect(await waiting()).toBe(1);
  await act();
  await sendAt("2026-03-07T16:00:00Z");
  await both("2026-03-08T16:00:00Z");
  expect([await mails(), await waiting()]).toEqual([[], 0]);
});

it("mails begin with the next period when they are turned on", async () => {
  const { id } = await saveAt(FRIDAY, { mail: "none" });
  await withFixedTime("2026-03-09T16:00:00Z", () => ask(views.update, admin.actor, { id, mail: "daily" }));
  await queueAt("2026-03-09T23:00:00Z");
  expect(await waiting()).toBe(0);
  await queueAt("2026-03-10T16:00:00Z");
  expect(await waiting()).toBe(1);
});

it("a view with a filter on a record that is gone is mailed with the reason and without rows", async () => {
  const { id } = await saveAt(FRIDAY, { query: "siteId=999999&during=yesterday" });
  const parts = await views.attachView(id);
  expect(parts?.attachments).toEqual([]);
  expect(parts?.text).toContain("The view cannot be read any more:");
});

it("rows that are too many for a mail are not attached, and the mail says so", async () => {
  const { id } = await saveAt(FRIDAY, {});
  const parts = await views.attachView(id, 10);
  expect(parts).toMatchObject({ attachments: [], text: expect.stringContaining("The rows are not attached") });
});

it("the rows are read when the mail is sent: a mail server that was unreachable gets the figures of then", async () => {
  overrideConfig({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  await saveAt(FRIDAY, {});
  await both("2026-03-07T16:00:00Z");
  expect(await waiting()).toBe(1);
  overrideConfig({ SMTP_URL: undefined });
  await sendAt("2026-03-08T16:00:00Z");
  expect(bodyOf((await mails())[0] ?? "")).toContain("Days: 2026-03-07 ~ 2026-03-07");
});
