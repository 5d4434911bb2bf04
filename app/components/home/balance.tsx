import type { home as pages, Output } from "~/gate.server";
import { home as texts } from "~/texts";
import { counted, dateOnly, dateTime, period as formatted, pesos, signed } from "../formats";
import { ALL_LINKS } from "../links/links-tabs";
import { STATEMENTS, statementAddress } from "../statements/statement";
import { holdText } from "../statements/statement-state";
import { statements } from "../statements/texts";
import { Amount } from "../ui/amount";
import { Icon } from "../ui/icon";
import { Dated } from "../ui/line-breaks";
import { Unbroken } from "../ui/unbroken";

type Pending = Output<typeof pages.screen>;
type Props = {
  balance: NonNullable<Pending["balance"]>;
  sinceVisit: Pending["sinceVisit"];
  /** The half-month that has it, as `start,end,unit`. */
  period: string;
};

/** An agent's balance with the half-month whose payment it awaits, what is new, its statement, and the way to a link. */
export function Balance({ balance: { php, periodId, hold, lastPaid }, sinceVisit, period }: Props) {
  const [start = "", end = ""] = period.split(",");
  return (
    <section className="card hero" aria-label={texts.balance}>
      <header>
        <p>{texts.balance}</p>
        <small className="push">
          <Unbroken text={`${statements.period} ${formatted({ start, end })}`} />
        </small>
      </header>
      <a className="amount" href={statementAddress(periodId, {})}>
        <Amount text={signed(pesos, php)} />
      </a>
      <small>
        <Dated text={hold ? holdText(hold) : texts.openUntil(end)} />
      </small>
      {lastPaid && (
        <small>
          <Dated text={paidText(lastPaid)} />
        </small>
      )}
      {sinceVisit && (
        <small>
          <Dated text={texts.sinceVisit(dateTime(sinceVisit.since), newsOf(sinceVisit))} />
        </small>
      )}
      <p className="acts">
        <a className="button primary" href={ALL_LINKS}>
          <Icon name="links" />
          {texts.getLink}
        </a>
        <a className="button" href={STATEMENTS}>
          {statements.own}
        </a>
      </p>
    </section>
  );
}

const paidText = ({ at, php, exported }: NonNullable<Props["balance"]["lastPaid"]>) =>
  [texts.lastPaid(dateOnly(at), signed(pesos, php)), !exported && statements.notExported].filter(Boolean).join(" ");

const newsOf = ({ sales, news }: NonNullable<Props["sinceVisit"]>) =>
  [counted(sales, "sale", "sales"), news && texts.newsEdited].filter(Boolean).join(", ");
