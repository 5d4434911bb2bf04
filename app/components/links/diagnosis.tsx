import type { ComponentProps } from "react";
import type { doctor, Output } from "~/gate.server";
import { Chain } from "./chain";
import { DryRun } from "./dry-run";
import { LogLinks } from "./log-links";
import { Traces } from "./traces";
import { Translated } from "./translated";
import { VerdictPane } from "./verdict-pane";

type Findings = Output<typeof doctor.examine>;
type Props = Pick<ComponentProps<typeof DryRun>, "values" | "errors"> & {
  findings: Findings;
  can: ComponentProps<typeof VerdictPane>["can"] & ComponentProps<typeof Traces>["can"];
  /** First and last day of the traces of a link. */
  since: string;
  today: string;
};

/** The diagnosis of a link, a click, a customer or a transaction. */
export function Diagnosis({ findings, can, values, errors, since, today }: Props) {
  const { links, verdict, chain, dryRun, price } = findings;
  return (
    <>
      {verdict && <VerdictPane verdict={verdict} chain={chain} can={can} />}
      {links.length > 0 && <Translated links={links} values={values} />}
      {chain && <Chain chain={chain} about={verdict?.about ?? null} can={can} />}
      {dryRun && <DryRun {...{ dryRun, price, values, errors }} />}
      <Traces {...findings} can={can} />
      <LogLinks {...findings} since={since} today={today} />
    </>
  );
}
