import { DAY_MS } from "../../server/kernel/time/durations";
import type { Site, Type } from "../company";

/** The demo's sites: name, category and links. "+" pays a bonus, "~" is suspended, "!" shows even without sales. */
const SITES: [name: string, kind: Site["type"], ...links: string[]][] = [
  ["Lumen Rooms", "WEBCAMS", "Free chat+", "Gold room+", "Tour", "Weekend"],
  ["Velvet Lantern", "WEBCAMS", "Guest pass", "Private show", "VIP", "Mobile"],
  ["Moonrise Live", "WEBCAMS", "Signup+", "Credits+", "Day trial", "Preview"],
  ["Amber Stage", "WEBCAMS", "Backstage", "Front row+", "Newcomers"],
  ["Quiet Harbor", "DATING", "Profile", "Premium+", "English tour", "Quiz"],
  ["Second Sunday", "DATING", "Free week", "Full year", "Matches"],
  ["Kindle Street", "DATING", "Signup", "Plus+", "Video date"],
  ["Paper Planes", "DATING", "Basic", "Silver", "Travel"],
  ["Copper Wheel", "CASINO", "First deposit", "Live table", "Slots", "Sports"],
  ["Northern Dice", "CASINO", "Starter", "High roller", "Free spins!"],
  ["Tall Ship Bingo", "CASINO", "Card pack", "Club", "Friday night"],
  ["Red Curtain", "ADULT", "Trial", "Month", "Archive~"],
  ["Slow Ember", "ADULT", "Three days", "Month"],
  ["Night Orchard", "ADULT", "Trial", "Year"],
];
const APPROVE_SALE = { always: 3, later: 7 };
const AVP = [2, 9];
const SUSPENDED = 13;
const HIDDEN = 14;
/** Relative popularity of the sites among agents. */
const POPULARITY = [10, 9, 8, 4, 6, 3, 4, 2, 7, 3, 2, 3, 2, 1];

export function planSites(since: number, now: number): Site[] {
  return SITES.map(([sitename, type], index) => {
    const id = index + 1;
    const host = `${sitename.toLowerCase().replaceAll(" ", "-")}.example.org`;
    return {
      id,
      sitename,
      shortname: sitename.replaceAll(" ", ""),
      abbr: sitename.replace(/[^A-Z]/g, "") + (sitename.split(" ").at(-1)?.charAt(1).toUpperCase() ?? ""),
      host,
      clickParam: id % 3 === 0 ? "tid" : "",
      contactName: `${sitename} partner desk`,
      type,
      note: id === SUSPENDED ? "Stopped paying in time. Do not activate before the arrears are settled." : "",
      hidden: id === HIDDEN,
      specialReport: id === 5,
      pause: id === SUSPENDED ? { from: now - 95 * DAY_MS, until: Infinity } : undefined,
      flags: flagsOf(id, since, now),
      server: `198.51.100.${10 + id}`,
      sendsTxid: id % 5 !== 4,
      reportsClicks: id % 6 === 1,
      hasDeveloperLink: id === 1,
    };
  });
}

function flagsOf(id: number, since: number, now: number): Site["flags"] {
  const avp = AVP.includes(id);
  const flags = [{ since, useApproveSale: id === APPROVE_SALE.always, avp }];
  if (id === APPROVE_SALE.later) flags.push({ since: now - 0.45 * (now - since), useApproveSale: true, avp });
  return flags;
}

export function planTypes(sites: Site[], now: number): Type[] {
  let id = 0;
  return sites.flatMap((site, index) => {
    const [, , ...links] = SITES[index] ?? [];
    return links.map((text, place): Type => {
      const name = text.replace(/[+~!]$/, "");
      const pause = text.endsWith("~") ? { from: now - 70 * DAY_MS, until: Infinity } : undefined;
      return {
        id: ++id,
        site,
        typename: name,
        typealias: `${site.abbr} ${name}`,
        url: target(site, name, place),
        channel: id % 4,
        bonus: text.endsWith("+"),
        active: pause === undefined,
        pause,
        showNoSalesStat: text.endsWith("!"),
        weight: (POPULARITY[index] ?? 1) / (place + 1.5),
      };
    });
  });
}

/** Redirect target of a link. Every form of macros is used by some links. */
function target({ host }: Site, name: string, place: number): string {
  const page = `https://${host}/${name.toLowerCase().replaceAll(" ", "-")}`;
  const queries = ["", "?aff={agentid}&click={clickid}", "?src={officeid}-{agentid}&geo={geo}", "?s={sub1}&ch={ch}"];
  return page + (queries[place] ?? "");
}
