import { home } from "~/texts";

type Kind = "approvals" | "postbacks" | "close" | "pay" | "webhooks" | Warning;
type Warning = "noBackup" | "oldBackup" | "noDoctor" | "oldDoctor" | "findings";
type Item = { kind: Kind; count: number; since?: string; periodId?: number };

const texts = home.attention;

/** Pending work, each item with a link to where it is done. Quiet if there is none. */
export function Attention({ items, today }: { items: readonly Item[]; today: string }) {
  return (
    <section className="stack" aria-labelledby="attention">
      <h2 id="attention">{texts.heading}</h2>
      {items.length === 0 ? (
        <p className="note">{texts.none}</p>
      ) : (
        <ul>
          {items.map((item) => (
            <li key={item.kind} className="lines">
              <a href={addressOf(item, today)}>{textOf(item)}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function textOf({ kind, count, since = "" }: Item): string {
  const text = texts[kind];
  return typeof text === "string" ? text : text(count, since);
}

function addressOf({ kind, since, periodId }: Item, today: string): string {
  if (kind === "approvals") return "/app/unapprove";
  if (kind === "postbacks") return `/app/logs/postbacks?verdict=held&start=${since}&end=${today}`;
  if (kind === "close") return `/app/stats/pay-periods/close/${periodId}`;
  if (kind === "pay") return "/app/stats/pay-periods";
  if (kind === "webhooks") return "/app/profile/webhooks";
  return "/app/settings/health";
}
