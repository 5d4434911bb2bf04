import { empty } from "~/texts";
import { fees as texts } from "~/components/fees/texts";
import { shownAgain } from "../form/shown-again";
import { pesos } from "../formats";
import { Conflict } from "../ui/conflict";
import { EmptyText } from "../ui/empty-text";
import { FailurePane } from "../ui/failure-pane";
import type { Refused } from "../form/form";
import { type Fee, feeColumns, fieldText } from "./fee-columns";
import type { RefusedFee } from "./fee-table";

/** The row that was rejected, with the typed values and messages. */
export function refusedFee(refused: Refused | undefined): RefusedFee | undefined {
  if (!refused) return undefined;
  const { merge } = refused;
  const current = refused.current as Fee | undefined;
  const typed = shownAgain(refused, current && formValues(current));
  return {
    companyId: Number(typed.companyId),
    typed,
    messages: refused.lastResult.error ?? {},
    version: current?.version ?? Number(typed.version),
    base: merge?.base ?? (typeof typed.base === "string" ? typed.base : undefined),
  };
}

/** The values that the form of the row would send. */
const formValues = (fee: Fee): Record<string, unknown> => ({
  ...Object.fromEntries(
    feeColumns({ bonus: true, useApproveSale: false }).map(({ name }) => [name, fieldText(name, fee[name])]),
  ),
  enable: fee.enable ? "on" : undefined,
});

type Props = {
  refused: Refused | undefined;
  fees: readonly Fee[] | null;
  sites: readonly unknown[];
  types: readonly unknown[];
  /** Whether a site is chosen. */
  chosen: boolean;
  /** Countries with their own price of the link. */
  countries: readonly { geo: string; payout: number }[];
};

/** Notes above the rows: rejected values, or what to choose first. */
export function FeeNotes({ refused, fees, sites, types, chosen, countries }: Props) {
  const row = refusedFee(refused);
  const errors = Object.entries(row?.messages ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ message, id: name ? `${name}-${row?.companyId}` : undefined })),
  );
  if (!fees) {
    const text = sites.length === 0 ? empty.sites : chosen && types.length === 0 ? texts.noTypes : texts.choose;
    return <EmptyText text={text} />;
  }
  return (
    <>
      <FailurePane faults={errors} />
      <Conflict
        refused={refused}
        fields={[
          ["enable", texts.custom, (value) => (value === "on" || value === true ? "yes" : "no")],
          ...feeColumns({ bonus: true, useApproveSale: false }).map(
            ({ name, label }) => [name, label, amount] as const,
          ),
        ]}
      />
      <p className="hint">
        {texts.hint}
        <span className="plain"> {texts.plainHint}</span>
        {countries.length > 0 &&
          ` ${texts.countries(
            countries.map(({ geo, payout }) => `${geo} ${pesos(payout)}`).join(", "),
            countries.length === 1,
          )}`}
      </p>
    </>
  );
}

/** Formats typed and stored amounts identically so that they can be compared. */
const amount = (value: unknown): string =>
  value === undefined || value === null || value === "" || Number.isNaN(Number(value))
    ? String(value ?? "")
    : String(Number(value));
