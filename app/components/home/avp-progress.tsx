import { home } from "~/texts";
import { avpLabel, count, period, pesos, signed } from "../formats";
import { Facts } from "../ui/facts";

type Tier = { index: number; from: number; to: number; payoutPhp: number };
type Props = {
  progress: {
    period: string;
    sales: number;
    tier: Tier | null;
    next: Tier | null;
    salesToNext: number | null;
    tiers: readonly Tier[];
    php: number;
    projectedPhp: number;
  };
};

const texts = home.avp;

/** An agent's progress in the AVP pool of the current half-month. Renders nothing if there are no tiers yet. */
export function AvpProgress({ progress }: Props) {
  const { period: value, sales, tier, next, salesToNext, tiers, php, projectedPhp } = progress;
  if (tier === null) return null;
  const [start = "", end = ""] = value.split(",");
  const facts: [string, string][] = [
    [texts.sales, count(sales)],
    [texts.tier, [avpLabel(tier), tier.payoutPhp > 0 && texts.each(pesos(tier.payoutPhp))].filter(Boolean).join(", ")],
    [texts.next, next === null || salesToNext === null ? texts.top : texts.toNext(salesToNext, pesos(next.payoutPhp))],
    [texts.php, signed(pesos, php)],
    [texts.projected, signed(pesos, projectedPhp)],
  ];
  return (
    <section className="card" aria-labelledby="avp">
      <header>
        <h2 id="avp">{texts.heading}</h2>
        <small>{period({ start, end })}</small>
      </header>
      <p className="note">{texts.note}</p>
      <TierBar tiers={tiers} sales={sales} tier={tier} />
      <Facts facts={facts} />
    </section>
  );
}

const SLOT = 100;

/** Tiers of equal width: those below the sales are full, and the current one up to its share. */
function TierBar({ tiers, sales, tier }: { tiers: readonly Tier[]; sales: number; tier: Tier }) {
  const paid = tiers.filter(({ payoutPhp }) => payoutPhp > 0);
  if (paid.length === 0) return null;
  const shares = paid.map((each) => shareOf(each, sales));
  return (
    <div className="tiers">
      <svg
        viewBox={`0 0 ${paid.length * SLOT} 8`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.bar(count(sales), avpLabel(tier))}
      >
        {shares.map((share, index) => (
          <g key={index}>
            <path className="slot" d={`M${index * SLOT} 0h${SLOT - 2}v8h${2 - SLOT}z`} />
            {share > 0 && <path d={`M${index * SLOT} 0h${Math.round((SLOT - 2) * share)}v8H${index * SLOT}z`} />}
          </g>
        ))}
      </svg>
      <ol>
        {paid.map((each) => (
          <li key={each.index} className={each.index === tier.index ? "current" : undefined}>
            {avpLabel(each)} <span className="note">{pesos(each.payoutPhp)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** How much of a tier the sales fill: none below it, all from the next one on. */
function shareOf({ from, to }: Tier, sales: number): number {
  if (sales < from) return 0;
  return Math.min(1, (sales - from + 1) / (to - from + 1));
}
