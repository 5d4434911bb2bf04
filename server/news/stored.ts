import { News } from "~models";
import { shownHtml } from "../kernel/text/html";

export type ShownNews = Pick<News, "html" | "version">;

/** The sanitized news, read in the caller's transaction. */
export const stored = async (): Promise<ShownNews> => shown((await News.findByPk(1)) ?? News.build());

export const shown = ({ html, version }: News): ShownNews => ({ html: shownHtml(html), version });

/** For the dashboard: the news as HTML, '' when there are none. */
export const latestNews = async (): Promise<{ html: string }> => ({ html: (await stored()).html });
