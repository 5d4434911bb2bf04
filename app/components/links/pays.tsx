import type { links, Output } from "~/gate.server";
import { pesos } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { ShortText } from "../ui/short-text";

export type Pay = NonNullable<NonNullable<Output<typeof links.allScreen>["links"]>["items"][number]["pay"]>;

const columns: Column<Pay>[] = [
  { key: "typename", label: "Site Link", head: true, cell: ({ typename }) => <ShortText text={typename} max={60} /> },
  {
    ...{ key: "payout", label: "Sale", numeric: true },
    cell: ({ payout, bonusPayout, useApproveSale }) =>
      !(useApproveSale && bonusPayout !== null) && (payout === null ? "AVP tier" : pesos(payout)),
  },
  {
    ...{ key: "bonus", label: "Bonus", numeric: true },
    cell: ({ bonusPayout, useApproveSale }) =>
      bonusPayout !== null && `${useApproveSale ? "Day#2 Sale " : ""}${pesos(bonusPayout)}`,
  },
  {
    ...{ key: "countries", label: "By country" },
    cell: ({ countries }) => countries.map(({ geo, payout }) => `${geo} ${pesos(payout)}`).join(", "),
  },
];

/** The pesos that each listed link pays. */
export const LinkPays = ({ pays }: { pays: readonly Pay[] }) =>
  pays.length > 0 && <Table kind="small" caption="Pay of each link" columns={columns} rows={pays} empty="" />;

export function payText({ payout, bonusPayout, useApproveSale, countries }: Pay): string {
  const sale = payout === null ? "AVP tier's price a sale" : `${pesos(payout)} a sale`;
  const bonus = bonusPayout === null ? "" : `${pesos(bonusPayout)} a ${useApproveSale ? "Day#2 Sale" : "bonus"}`;
  const own = countries.map((country) => `${country.geo} ${pesos(country.payout)}`).join(", ");
  const amounts = useApproveSale ? [bonus || sale] : [sale, bonus];
  return `${amounts.filter(Boolean).join(", ")}${own ? `. Sales from ${own}` : ""}`;
}
