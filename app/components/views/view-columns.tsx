import type { Output, views } from "~/gate.server";
import { dateTime } from "../formats";
import { possibleActs } from "../table/acts";
import type { Column } from "../table/column";
import { RowActs, RowLink } from "../table/row-acts";
import { viewActs } from "./acts";
import { views as texts } from "./texts";
import { VIEWS } from "./views-menu";

type View = Output<typeof views.search>["items"][number];

export const viewColumns: Column<View>[] = [
  {
    key: "name",
    label: texts.name,
    sort: true,
    head: true,
    cell: ({ id, name }) => <a href={`/app/views/${id}`}>{name}</a>,
  },
  { key: "screen", label: texts.screen, sort: true, primary: true, cell: ({ title }) => title },
  { key: "owner", label: texts.owner, cell: ({ own, owner }) => (own ? texts.own : owner) },
  { key: "shared", label: texts.shared, cell: ({ shared }) => (shared ? "yes" : "–") },
  { key: "isStart", label: texts.isStart, cell: ({ isStart }) => (isStart ? "yes" : "–") },
  { key: "mail", label: texts.mail, cell: ({ mail }) => (mail === "none" ? "–" : texts.mails[mail]) },
  {
    key: "feed",
    label: texts.feed,
    cell: ({ feed }) =>
      feed
        ? texts.feedUntil(feed.expiresAt.slice(0, 10), feed.lastUsedAt ? dateTime(feed.lastUsedAt) : texts.never)
        : "–",
  },
  {
    key: "lastUsedAt",
    label: texts.lastUsed,
    sort: true,
    nowrap: true,
    cell: ({ lastUsedAt }) => (lastUsedAt ? dateTime(lastUsedAt) : texts.never),
  },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: (view) =>
      view.own && (
        <RowActs action={VIEWS} id={view.id} of={view.name} acts={possibleActs(viewActs, view)}>
          <RowLink href={`${VIEWS}/edit/${view.id}`} of={view.name}>
            {texts.edit}
          </RowLink>
        </RowActs>
      ),
  },
];
