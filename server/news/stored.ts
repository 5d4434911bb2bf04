import { one } from "../kernel/database";
import { shownHtml } from "../kernel/html";
import { sql } from "../kernel/sql";

export type News = { html: string; version: number };

/** The news as they may be shown, in the transaction that asks; `held`: they stay as they are until it ends. */
export async function stored({ held = false } = {}): Promise<News> {
  const news = await one<News>(sql`SELECT html, version FROM news ${held ? sql`FOR UPDATE` : sql``}`);
  return { html: shownHtml(news?.html ?? ""), version: news?.version ?? 1 };
}

/** For the dashboard: the news as HTML, '' when there are none. */
export const latestNews = async (): Promise<{ html: string }> => ({ html: (await stored()).html });
