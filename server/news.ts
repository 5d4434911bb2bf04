import { z } from "zod";
import { News } from "~models";
import { sql } from "./kernel/database/sql";
import { queryOne } from "./kernel/database/transactions";
import { auditKey } from "./kernel/operation/audit";
import { requireVersion } from "./kernel/database/records";
import { Nothing, Version } from "./kernel/operation/input";
import { command, query } from "./kernel/operation/operation";
import { atLeast } from "./kernel/operation/roles";
import { Html, displayHtml } from "./kernel/operation/html";

type ShownNews = Pick<News, "html" | "version">;

/** The sanitized news, read in the caller's transaction. */
const stored = async (): Promise<ShownNews> => shown((await News.findByPk(1)) ?? News.build());

const shown = async ({ html, version }: News): Promise<ShownNews> => ({ html: await displayHtml(html), version });

/**
 * For the dashboard: the news as HTML, '' when there are none.
 * Every Home reads it, and a query through the model takes three times as long.
 */
export async function latestNews(): Promise<{ html: string }> {
  const row = await queryOne<Pick<News, "html">>(sql`SELECT html FROM news WHERE id = 1`);
  return { html: await displayHtml(row?.html ?? "") };
}

/** The latest news, for editing. */
export const edit = query({
  name: "news.edit",
  does: "edit the news",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.object({ html: z.string(), version: z.int() }),
  run: () => stored(),
});

/** The latest news, for all roles. */
export const last = query({
  name: "news.last",
  does: "read the news",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({ html: z.string() }),
  run: () => latestNews(),
});

/** Replaces the news that everybody reads. An empty text removes them. */
export const save = command({
  name: "news.save",
  does: "edit the news",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ html: Html, version: Version }),
  output: z.object({ html: z.string() }),
  current: () => stored(),
  audited: () => auditKey("news", 1),
  async run({ changed }, { html, version }) {
    await News.bulkCreate([{}], { ignoreDuplicates: true });
    const news = await News.findByPk(1, { lock: true, rejectOnEmpty: true });
    requireVersion(version, news);
    const before = await shown(news);
    if (html === before.html) return { html };
    await news.update({ html });
    changed({ record: "news", id: 1, before: { html: before.html }, after: { html } });
    return { html };
  },
});
