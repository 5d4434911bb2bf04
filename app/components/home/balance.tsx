import { home as texts } from "~/texts";
import { pesos, signed } from "../formats";
import { ALL_LINKS } from "../links/links-tabs";
import { STATEMENTS, statementAddress } from "../statements/statement";
import { statements } from "../statements/texts";

/** An agent's balance with its statement, and the way to a link. */
export function Balance({ balance: { php, periodId } }: { balance: { php: number; periodId: number } }) {
  return (
    <div className="balance">
      <p>
        {texts.balance}{" "}
        <a className="amount" href={statementAddress(periodId, {})}>
          {signed(pesos, php)}
        </a>
      </p>
      <p className="acts">
        <a className="button primary" href={ALL_LINKS}>
          {texts.getLink}
        </a>
        <a className="button" href={STATEMENTS}>
          {statements.own}
        </a>
      </p>
    </div>
  );
}
