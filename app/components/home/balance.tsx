import type { home as pages, Output } from "~/gate.server";
import { home as texts } from "~/texts";
import { counted, dateOnly, dateTime, period, pesos, signed } from "../formats";
import { ALL_LINKS } from "../links/links-tabs";
import { STATEMENTS, statementAddress } from "../statements/statement";
import { holdText } from "../statements/statement-state";
import { statements } from "../statements/texts";
import { Amount } from "../ui/amount";
import { Icon } from "../ui/icon";
import { Dated } from "../ui/line-breaks";
import { Unbroken } from "../ui/unbroken";

type Pending = Output<typeof pages.screen>;
type Props = { balance: NonNullable<Pending["balance"]>; sinceVisit: Pending["sinceVisit"]; today: string };
type Half = Props["balance"]["unpaid"][number];

/** An agent's balance, the half-months that are not paid, the last payment, what is new, and the way to a link. */
export function Balance({ balance: { php, unpaid, hold, lastPaid, hasPayout }, sinceVisit, today }: Props) {
  const current = unpaid.at(-1);
  return (
    <section className="card hero" aria-label={texts.balance}>
      <header>
        <p>{texts.balance}</p>
        {current && (
          <small className="push">
            <Unbroken text={`${statements.period} ${period(current)}`} />
          </small>
        )}
      </header>
      <a className="amount" href={current && statementAddress(current.id, {})}>
        <Amount text={signed(pesos, php)} />
      </a>
      {unpaid.length > 1 ? (
        <ul>
          {unpaid.map((half) => (
            <li key={half.id}>
              <small>
                <Unbroken text={half.withOlder ? texts.until(half.end) : period(half)} />:{" "}
                <Dated text={stateText(half, half === current, today)} />
              </small>{" "}
              <a href={statementAddress(half.id, {})}>{signed(pesos, half.php)}</a>
            </li>
          ))}
        </ul>
      ) : (
        current && (
          <small>
            <Dated text={texts.due(texts.openUntil(current.end), current.payDate, today)} />
          </small>
        )
      )}
      {hold && (
        <small>
          <Dated text={holdText(hold)} />
        </small>
      )}
      {!hasPayout && (
        <small>
          <a href="/app/profile/payout">{texts.noPayout}</a>
        </small>
      )}
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
        <a className="button" href="/app/logs/sales">
          {texts.sales}
        </a>
        <a className="button" href={STATEMENTS}>
          {statements.own}
        </a>
      </p>
    </section>
  );
}

function stateText({ state, end, payDate }: Half, isCurrent: boolean, today: string): string {
  const over = state === "open" ? texts.over : statements.states.closed;
  return texts.due(isCurrent ? texts.openUntil(end) : over, payDate, today);
}

const paidText = ({ at, php, exported }: NonNullable<Props["balance"]["lastPaid"]>) =>
  (exported ? texts.lastPaid : statements.lastOne)(dateOnly(at), signed(pesos, php));

const newsOf = ({ sales, news }: NonNullable<Props["sinceVisit"]>) =>
  [counted(sales, "sale", "sales"), news && texts.newsEdited].filter(Boolean).join(", ");
