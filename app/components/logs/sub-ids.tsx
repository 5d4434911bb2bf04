import { clickLogs as texts } from "~/components/logs/texts";
import type { Column } from "../table/column";
import { ShortText } from "../ui/short-text";

type WithSubs = { subs: Readonly<Record<string, string | undefined>> | null };

/** A column of sub IDs as they are written in a link, if any of the rows has one. */
export const subIdColumns = <R extends WithSubs>(rows: readonly R[]): Column<R>[] =>
  rows.some(({ subs }) => subs)
    ? [{ key: "subs", label: texts.subIds, cell: ({ subs }) => subs && <ShortText text={subIdText(subs)} /> }]
    : [];

const subIdText = (subs: NonNullable<WithSubs["subs"]>): string =>
  Object.keys(subs)
    .sort()
    .map((name) => `${name}=${subs[name]}`)
    .join(" ");
