import { z } from "zod";
import { News } from "~models";
import { Html } from "../kernel/text/html";
import { Version } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { requireVersion } from "../kernel/database/record-version";
import { shown, stored } from "./stored";

/** Replaces the news that everybody reads. An empty text removes them. */
export const save = command({
  name: "news.save",
  does: "edit the news",
  allow: atLeast("superadmin"),
  input: z.object({ html: Html, version: Version }),
  output: z.object({ html: z.string() }),
  current: () => stored(),
  async run({ changed }, { html, version }) {
    await News.bulkCreate([{}], { ignoreDuplicates: true });
    const news = await News.findByPk(1, { lock: true, rejectOnEmpty: true });
    requireVersion(version, news);
    const before = shown(news);
    if (html === before.html) return { html };
    await news.update({ html });
    changed({ record: "news", id: 1, before: { html: before.html }, after: { html } });
    return { html };
  },
});
