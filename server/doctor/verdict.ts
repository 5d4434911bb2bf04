import { now } from "../kernel/time/now";
import { DAY_MS } from "../kernel/time/durations";
import type { DryRunResult } from "../tracking";
import { no, type Verdict, yes } from "./answer";
import type { Chain } from "./chain";
import type { HostStanding } from "./pasted-text";
import type { PriceOutput } from "./price";
import type { Click, Event, Traces } from "./trace-rows";
import { verdictOnEvents } from "./verdict-on-events";

type LinkFacts = { chain: Chain; dryRun: DryRunResult; host: HostStanding; price: PriceOutput | null; traces: Traces };

/**
 * Why a link does not pay. Checks in this order: what stops the click, what stops its sale, and what may keep visitors
 * away.
 */
export function verdictOnLink({ chain, dryRun, host, price, traces }: LinkFacts): Verdict {
  const { reason } = dryRun;
  if (reason)
    return no(reason.about, reasonText(reason, chain), ...(dryRun.class === "suspended" ? [] : consequence(dryRun)));
  if (price === null) return no("price", "The link has no price.");
  if (!price.tiered && price.payout === 0) return no("price", "The next sale would pay nothing: its payout is ₱0.00.");
  const [latest] = traces.postbacks;
  const newest = traces.events[0]?.date ?? "";
  if (latest && moment(latest.receivedAt) > moment(newest)) {
    return no(
      "postback",
      `The site's last report, of a ${latest.event ?? "thing that it did not name"}, was not booked.`,
      latest.fate,
    );
  }
  const { origin, preferredHidden } = chain.domain;
  if (host.standing === "hidden") {
    const reason = `The link uses ${host.domain}, which is hidden. It works as long as that domain still points to this server. New links use ${origin}.`;
    return { pays: null, about: "domain", reason };
  }
  if (host.standing === "foreign") {
    const reason = `The link uses ${host.host}, which is not one of our domains. We cannot tell whether it points to this server.`;
    return { pays: null, about: "host", reason };
  }
  return yes(
    preferredHidden && host.standing === null
      ? `A click counts, and its sale is paid. The preferred domain of the office is hidden, so its links use ${origin}.`
      : "A click counts, and its sale is paid.",
  );
}

const consequence = ({ class: clickClass }: DryRunResult): string[] =>
  clickClass === null ? [] : ["The click would not count, but a sale from it would still be paid."];

/** Distinguishes a deleted agent from one who never existed. */
const reasonText = ({ about, text }: NonNullable<DryRunResult["reason"]>, { agent }: Chain): string =>
  about === "agent" && agent?.deleted ? "The agent was deleted." : text;

const OLDEST_DAYS = 30;

/**
 * Why a click was not paid. Checks in this order: its events, its unbooked postbacks, the click's classification, and
 * the current state.
 */
export function verdictOnClick(
  click: Click | undefined,
  { events, postbacks }: Pick<Traces, "events" | "postbacks">,
  dryRun?: DryRunResult,
  /** All events of the click, if `events` are those of one transaction. */
  ofClick: readonly Event[] = events,
): Verdict {
  const sold = verdictOnEvents(events, ofClick);
  if (sold) return sold;
  const [latest] = postbacks;
  if (latest) {
    const cause =
      latest.reason === "suspended" && (click?.class === "suspended" ? click.reason : dryRun?.link?.suspended);
    return no("postback", "The site has reported a sale that was not booked.", latest.fate, cause || "");
  }
  if (!click) return no("click", "There is no click with this ID, and no site has reported a sale from it.");
  const unsold = "No site has reported a sale from this click.";
  if (click.class === "suspended") return no("click", "The link did not work when it was clicked.", click.reason ?? "");
  if (click.class !== "ok")
    return no("visitor", unsold, click.reason ?? "", "The click does not count, but a sale from it would be paid.");
  if (dryRun?.link?.suspended)
    return no(dryRun.reason?.about ?? "click", unsold, "A sale reported now would be pending:", dryRun.link.suspended);
  if (dryRun?.status === 404)
    return no(
      dryRun.reason?.about ?? "click",
      unsold,
      "A sale reported now would be pending:",
      dryRun.reason?.text ?? "",
    );
  const days = (now().getTime() - moment(click.clickTime)) / DAY_MS;
  if (days > OLDEST_DAYS)
    return no("click", unsold, "A sale reported now would be pending: the click is more than 30 days old.");
  return no("event", unsold);
}

const moment = (time: string): number => (time === "" ? 0 : Date.parse(time));
