import { home } from "~/texts";
import { avpLabel, count, period, pesos, signed } from "../formats";

type Tier = { index: number; from: number; to: number; payoutPhp: number };
type Props = {
  progress: {
    period: string;
    sales: number;
    tier: Tier | null;
    next: Tier | null;
    salesToNext: number | null;
    php: number;
    projectedPhp: number;
  };
};

const texts = home.avp;

/** An agent's progress in the AVP pool of the current half-month. Renders nothing if there are no tiers yet. */
export function AvpProgress({ progress }: Props) {
  const { period: value, sales, tier, next, salesToNext, php, projectedPhp } = progress;
  if (tier === null) return null;
  const [start = "", end = ""] = value.split(",");
  return (
    <section className="stack" aria-labelledby="avp">
      <h2 id="avp">
        {texts.heading} ({period({ start, end })})
      </h2>
      <dl className="facts">
        <dt>{texts.sales}</dt>
        <dd>{count(sales)}</dd>
        <dt>{texts.tier}</dt>
        <dd>
          {avpLabel(tier)}
          {tier.payoutPhp > 0 && `, ${texts.each(pesos(tier.payoutPhp))}`}
        </dd>
        <dt>{texts.next}</dt>
        <dd>
          {next === null || salesToNext === null
            ? texts.top
            : texts.toNext(salesToNext, avpLabel(next), pesos(next.payoutPhp))}
        </dd>
        <dt>{texts.php}</dt>
        <dd>{signed(pesos, php)}</dd>
        <dt>{texts.projected}</dt>
        <dd>{signed(pesos, projectedPhp)}</dd>
      </dl>
    </section>
  );
}
