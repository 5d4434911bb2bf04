import type { ReactNode } from "react";
import { types } from "~/components/types/texts";
import { avpLabel, dollars, pesos } from "../formats";
import { Table } from "../table/table";

export type Tier = { index: number; from: number; to: number; payoutPhp: number; payoutDollars: number };

type Props = {
  tiers: readonly Tier[];
  validFrom: string | null;
  /** Tiers that apply from a later half-month. */
  later: readonly { validFrom: string; tiers: readonly Tier[] }[];
  /** Whether the site of these links is paid by AVP tiers. */
  ofSite: boolean;
  /** Edit link, for those who may change the tiers. */
  children?: ReactNode;
};

const texts = types.avp;

/** The AVP tiers: ranges of sales per half-month, each with its pesos and dollars (LINK-12). */
export function AvpBox({ tiers, validFrom, later, ofSite, children }: Props) {
  return (
    <section className="stack form" aria-labelledby="avp">
      <h2 id="avp">{texts.heading}</h2>
      <p className="note">
        {validFrom === null ? texts.none : texts.since(validFrom)} {!ofSite && texts.others}
      </p>
      {tiers.length > 0 && <Tiers caption={texts.heading} captionHidden tiers={tiers} />}
      {later.map((list) => (
        <Tiers key={list.validFrom} caption={texts.later(list.validFrom)} tiers={list.tiers} />
      ))}
      <p>
        <a href="/app/sites/avp-what-if">{texts.whatIf}</a>
      </p>
      {children}
    </section>
  );
}

export const Tiers = ({ tiers, ...rest }: { caption: string; captionHidden?: boolean; tiers: readonly Tier[] }) => (
  <Table
    {...rest}
    kind="small"
    rows={tiers}
    empty={texts.none}
    columns={[
      { key: "range", label: texts.range, head: true, cell: (tier) => avpLabel(tier) },
      { key: "pesos", label: texts.pesos, numeric: true, cell: ({ payoutPhp }) => pesos(payoutPhp) },
      { key: "dollars", label: texts.dollars, numeric: true, cell: ({ payoutDollars }) => dollars(payoutDollars) },
    ]}
  />
);
