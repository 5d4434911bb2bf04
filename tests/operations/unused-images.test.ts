import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withFixedTime, now } from "../../server/kernel/time/now";
import { queryRows, execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { send } from "../../server/messages";
import { removeUnused, upload } from "../../server/uploads";
import { ask } from "../reports/ask";
import { anAdmin, anOffice, aSite, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aPicture } from "../world/pictures";
import { test } from "../world/rollback";

const days = <T>(count: number, body: () => Promise<T>): Promise<T> =>
  withFixedTime(new Date(now().getTime() + count * 86_400_000), body);

let pictures = 0;
/** The address of a new image. */
async function anImage(): Promise<string> {
  const { actor } = await anAdmin();
  const bytes = await aPicture("png", { width: 10 + ++pictures, height: 10 });
  const image = new File([bytes as Uint8Array<ArrayBuffer>], "x.png", { type: "image/png" });
  return (await ask(upload, actor, { image })).url;
}
/** News and alert each have a row once they have a text. */
const tellAll = async (html: string) => {
  await execute(sql`INSERT INTO news (html) VALUES (${html}) ON CONFLICT (id) DO UPDATE SET html = excluded.html`);
};
const stored = async () =>
  (await queryRows<{ url: string }>(sql`SELECT '/images/' || name AS url FROM images`)).map(({ url }) => url);

test("an image that no text has used for 30 days is deleted; one that any text uses stays [WIDGET-23]", async () => {
  const [news, alert, manual, notes, letter, nowhere] = [
    await anImage(),
    await anImage(),
    await anImage(),
    await anImage(),
    await anImage(),
    await anImage(),
  ];
  const html = (url: string) => `<p>See <img src="${url}" alt=""></p>`;
  await tellAll(html(news));
  await execute(sql`INSERT INTO alerts (html) VALUES (${html(alert)})`);
  const site = await aSite();
  await execute(sql`INSERT INTO site_manuals (site_id, title, html) VALUES (${site.id}, 'x', ${html(manual)})`);
  const office = await anOffice();
  await execute(sql`UPDATE offices SET agent_notes = ${html(notes)} WHERE id = ${office.id}`);
  const { actor } = await anAdmin();
  await ask(send, actor, { title: "x", html: html(letter), audience: "all" });
  expect(await removeUnused()).toBe(0);
  expect(await days(29, removeUnused)).toBe(0);
  expect(await stored()).toContain(nowhere);
  expect(await days(31, removeUnused)).toBe(1);
  expect((await stored()).sort()).toEqual([news, alert, manual, notes, letter].sort());
});

test("the 30 days start when the last text stops using the image, and end when one uses it again [WIDGET-23]", async () => {
  const image = await anImage();
  await tellAll(`<img src="${image}">`);
  await days(100, removeUnused);
  await tellAll("");
  expect(await days(101, removeUnused)).toBe(0);
  await tellAll(`<a href="${image}">x</a>`);
  // Used again after the last run: the next run notices.
  expect(await days(140, removeUnused)).toBe(0);
  await tellAll("");
  expect(await days(141, removeUnused)).toBe(0);
  expect(await days(170, removeUnused)).toBe(0);
  expect(await days(172, removeUnused)).toBe(1);
});

test("adding an image again starts its 30 days again [API-42]", async () => {
  const { actor } = await aSuperadmin();
  const image = new File([(await aPicture("png", { width: 9, height: 9 })) as Uint8Array<ArrayBuffer>], "x.png");
  const { url } = await ask(upload, actor, { image });
  await removeUnused();
  expect((await days(20, () => ask(upload, actor, { image }))).url).toBe(url);
  expect(await days(31, removeUnused)).toBe(0);
  expect(await stored()).toEqual([url]);
  expect(await queryRows(sql`SELECT id FROM audit WHERE operation = 'files.image'`)).toHaveLength(1);
});

it("the search for images covers every module with formatted text", () => {
  const uses = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => `${entry.parentPath}/${entry.name}`)
      .filter((file) =>
        /import \{[^}]*\b(Required)?Html\b[^}]*\} from "[./]+kernel\/operation\/html"/.test(readFileSync(file, "utf8")),
      );
  const found = new Set(uses("server").map((file) => file.split("/")[1]?.replace(/\.ts$/, "")));
  // The profile of an office contains the office's notes.
  expect([...found].sort()).toEqual(["alerts", "identity", "manuals", "messages", "news", "offices"]);
});

let other: pg.Client;
beforeAll(async () => {
  const database = await aDatabase();
  await database.enter();
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
  other.on("error", () => undefined);
});
afterAll(() => other.end());

it("a text that is being saved keeps its image: deleting waits for it [TRUST-05]", async () => {
  const image = await writeTransaction(anImage);
  await removeUnused();
  await other.query("BEGIN");
  await other.query("INSERT INTO news (html) VALUES ($1)", [`<img src="${image}">`]);
  const removed = days(31, removeUnused);
  const waits = `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'news'::regclass`;
  for (let seen = 0; seen === 0;) seen = (await other.query<{ n: number }>(waits)).rows[0]?.n ?? 0;
  await other.query("COMMIT");
  expect(await removed).toBe(0);
  expect(await writeTransaction(stored)).toEqual([image]);
});
