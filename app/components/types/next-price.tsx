import type { nextPrice, Output } from "~/gate.server";
import { types } from "~/components/types/texts";
import { count, dateTime, dollars, pesos } from "../formats";
import { Table } from "../table/table";
import { Tiers } from "./avp-box";

type Worth = NextPriceAnswer["sale"];
export type NextPriceAnswer = Output<typeof nextPrice>;

const texts = types.next;

/** The price of the next sale and bonus, and the prices that were considered, in order of precedence. */
export function NextPrice({ sale, bonus, avp, approve }: NextPriceAnswer & { approve: boolean }) {
  const heads = approve ? types.heads.approve : types.heads.usual;
  const rows = [{ event: heads.sale, ...sale }, ...(bonus ? [{ event: heads.bonus, ...bonus }] : [])];
  return (
    <>
      <Table
        caption={texts.heading}
        captionHidden
        rows={rows}
        empty=""
        columns={[
          { key: "event", label: texts.event, head: true, cell: ({ event }) => event },
          {
            key: "payout",
            label: types.columns.payout,
            numeric: true,
            primary: true,
            cell: ({ payout }) => pesos(payout),
          },
          ...(sale.earning === undefined
            ? []
            : [
                {
                  ...{ key: "earning", label: types.columns.earning, numeric: true },
                  cell: ({ earning }: Worth) => dollars(earning ?? 0),
                },
              ]),
          { key: "lpp", label: texts.lpp, numeric: true, cell: ({ lpp }) => count(lpp) },
          { key: "because", long: true, label: texts.because, cell: (worth) => <Because {...worth} /> },
        ]}
      />
      {!bonus && <p className="note">{texts.noBonus}</p>}
      {avp && (
        <section className="stack">
          <p>{texts.avp}</p>
          <Tiers caption={types.avp.heading} tiers={avp} />
        </section>
      )}
    </>
  );
}

function Because({ steps, since, by, planned }: Worth) {
  return (
    <>
      <ul className="kept">
        {steps.map(({ source, holds, reason }) => (
          <li key={source}>{holds ? <b>{reason}</b> : reason}</li>
        ))}
      </ul>
      {since && <p className="note">{texts.since(dateTime(since), by)}</p>}
      {planned.map(({ since: start, source, payout, earning, lpp }) => (
        <p className="note" key={start}>
          {texts.planned(
            dateTime(start),
            [
              pesos(payout),
              ...(earning === undefined ? [] : [dollars(earning)]),
              texts.points(lpp),
              texts.sources[source],
            ].join(", "),
          )}
        </p>
      ))}
    </>
  );
}
