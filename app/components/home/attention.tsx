import type { IconName } from "~/components/ui/icons";
import { home } from "~/texts";
import { Dated } from "../ui/line-breaks";
import { Icon } from "../ui/icon";

type Kind = keyof typeof icons | Warning;
type Warning = "mails" | "noBackup" | "oldBackup" | "noDoctor" | "oldDoctor" | "findings";
type Item = { kind: Kind; count: number; since?: string; periodId?: number };

const texts = home.attention;
const icons = {
  approvals: "approve",
  postbacks: "clock",
  close: "columns",
  pay: "export",
  webhooks: "share",
  signals: "alert",
  claims: "logs",
} as const satisfies Record<string, IconName>;

type Props = { items: readonly Item[]; today: string; can: Can };
type Can = { chooseOffice: boolean };

/** Pending work, the oldest first, each item with a link to where it is done. Quiet if there is none. */
export function Attention({ items, today, can }: Props) {
  const byAge = items.toSorted((a, b) => ageOf(a).localeCompare(ageOf(b)));
  return (
    <section className="card todo" aria-labelledby="attention">
      <header>
        <h2 id="attention">{texts.heading}</h2>
        {items.length > 0 && <small>{items.length}</small>}
      </header>
      {items.length === 0 ? (
        <p className="note">{texts.none}</p>
      ) : (
        <ul>
          {byAge.map((item) => (
            <li key={item.kind}>
              <a href={addressOf(item, today, can)} className={item.kind in icons ? undefined : "bad"}>
                <Icon name={item.kind in icons ? icons[item.kind as keyof typeof icons] : "alert"} />
                <span>
                  <Dated text={textOf(item)} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Work of which no day is known follows, in the order of its causes. */
const ageOf = ({ since = "9999" }: Item) => since;

function textOf({ kind, count, since = "" }: Item): string {
  const text = texts[kind];
  return typeof text === "string" ? text : text(count, since);
}

function addressOf({ kind, since, periodId }: Item, today: string, { chooseOffice }: Can): string {
  if (kind === "approvals") return "/app/unapprove";
  if (kind === "postbacks") return `/app/logs/postbacks?verdict=held&start=${since}&end=${today}`;
  if (kind === "close" || kind === "pay") return `/app/stats/pay-periods/${kind}/${periodId}`;
  if (kind === "webhooks") return "/app/profile/webhooks";
  if (kind === "signals") return "/app/logs/signals?open=1";
  if (kind === "claims") return `/app/logs/claims?state=${chooseOffice ? "forwarded" : "open"}`;
  return "/app/settings/health";
}
