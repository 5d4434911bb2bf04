import type { Manual, Site, Type } from "../company";

/** The last sites of the shelf have no manual yet. */
const WRITTEN = 11;

const BY_KIND: Record<Site["type"], { who: string; works: string[]; never: string }> = {
  WEBCAMS: {
    who: "Visitors who want to talk to somebody live. Most come back within a week once they have an account.",
    works: [
      "Name the evening shows: most sign up between 20:00 and 01:00 Eastern.",
      "Send mobile visitors to the mobile page, it opens twice as fast.",
      "Answer the question about payment before it is asked: a card is needed for the first credits only.",
    ],
    never: "Do not promise a person or a show by name, and do not write to anybody who has not agreed to it.",
  },
  DATING: {
    who: "Singles who look for somebody near them. The profile is free, reading messages is what they pay for.",
    works: [
      "Let them answer the quiz first: half of those who finish it register.",
      "Tell them that the first week costs nothing and can be ended on the same page.",
      "Weekend mornings bring the longest visits.",
    ],
    never: "Do not write in the name of a member and do not use photographs of members.",
  },
  CASINO: {
    who: "Players of age in the countries that the site serves. The country decides the price: look at your links.",
    works: [
      "Explain the first deposit in one sentence, with the smallest amount.",
      "Live tables sell on the evenings of match days.",
      "Name the limits that a player can set: those who set one stay longer.",
    ],
    never: "Do not promise winnings, and do not address anybody under age.",
  },
  ADULT: {
    who: "Visitors who know what they are looking for. The trial is what sells.",
    works: [
      "Say what the trial costs and what follows it.",
      "Link to the tour, not to the payment page.",
      "Keep one link for each place where you post it, so that you see which one works.",
    ],
    never: "Do not post where it is not allowed, and do not hide where a link leads.",
  },
};

/** Manuals of most sites, for agents to read. */
export function planManuals(sites: readonly Site[], types: readonly Type[]): Manual[] {
  return sites
    .filter(({ id }) => id <= WRITTEN)
    .map((site) => ({ siteId: site.id, title: site.sitename, html: manualHtml(site, types) }));
}

function manualHtml(site: Site, types: readonly Type[]): string {
  const { who, works, never } = BY_KIND[site.type];
  const links = types.filter(({ site: { id }, active }) => id === site.id && active);
  return [
    `<h2>Who it is for</h2><p>${who}</p>`,
    `<h2>Your links</h2><ul>${links.map(({ typename, bonus }) => item(typename, bonus)).join("")}</ul>`,
    `<h2>What works</h2><ol>${works.map((line) => `<li>${line}</li>`).join("")}</ol>`,
    `<h2>What is not allowed</h2><p><strong>${never}</strong></p>`,
  ].join("");
}

const item = (typename: string, bonus: boolean): string =>
  `<li><strong>${typename}</strong>${bonus ? ": pays a bonus beside the sale" : ""}</li>`;
