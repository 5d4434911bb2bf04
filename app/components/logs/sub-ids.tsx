import type { logs, Output } from "~/gate.server";
import { ShortText } from "../ui/short-text";

type Subs = Output<typeof logs.clickScreen>["items"][number]["subs"];

/** The cell of the sub IDs as they are written in a link, if any of the rows has one. */
export const subsCell = (rows: readonly { subs: Subs }[]) =>
  rows.some(({ subs }) => subs)
    ? { subs: { long: true, cell: ({ subs }: { subs: Subs }) => subs && <ShortText text={subIdText(subs)} /> } }
    : {};

const subIdText = (subs: NonNullable<Subs>): string =>
  Object.entries(subs)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
