import { home as texts } from "~/texts";
import { period as formatted, pesos, signed } from "../formats";
import { ALL_LINKS } from "../links/links-tabs";
import { STATEMENTS, statementAddress } from "../statements/statement";
import { statements } from "../statements/texts";
import { Amount } from "../ui/amount";
import { Icon } from "../ui/icon";
import { Unbroken } from "../ui/unbroken";

type Props = {
  balance: { php: number; periodId: number };
  /** The half-month that has it, as `start,end,unit`. */
  period: string;
};

/** An agent's balance with the half-month whose payment it awaits, its statement, and the way to a link. */
export function Balance({ balance: { php, periodId }, period }: Props) {
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
