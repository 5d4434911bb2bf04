import { Domain } from "~models";
import { isLoopback } from "../kernel/addresses/loopback";
import { productUrl } from "../kernel/net/urls";
import { type LinkInText, linksInText } from "../links";

/** The subject found in a text. */
export type PastedText =
  | { found: "link"; links: LinkInText[] }
  | { found: "click"; clickId: string }
  | { found: "customer"; email: string }
  /** A short text that may be a site's transaction ID. */
  | { found: "transaction"; txid: string }
  | { found: null };

const CLICK_ID = /(?<![0-9a-f-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f-])/i;
const EMAIL = /^(?:mailto:)?<?([^\s@<>]+@[^\s@<>]+)>?$/i;
const LONGEST_EMAIL = 254;
const LONGEST_TXID = 255;

/**
 * The links in a text; without links the click ID in it; otherwise the e-mail address, if the text is just that; else a
 * single line is a possible transaction ID.
 */
export async function parsePastedText(text: string): Promise<PastedText> {
  const links = await linksInText(text);
  if (links.length > 0) return { found: "link", links };
  const clickId = CLICK_ID.exec(text)?.[0].toLowerCase();
  if (clickId) return { found: "click", clickId };
  const email = EMAIL.exec(text.trim())?.[1];
  if (email && email.length <= LONGEST_EMAIL) return { found: "customer", email };
  const txid = text.trim();
  return txid === "" || txid.length > LONGEST_TXID || /[\0\n]/.test(txid)
    ? { found: null }
    : { found: "transaction", txid };
}

/** A link as one line of text. */
export const linkText = ({ host, scheme, path, query }: LinkInText): string =>
  `${host === null ? "" : `${scheme}://${host}`}${path}${query === "" ? "" : `?${query}`}`;

/** The owner of the host that a link uses. Null if the link has no host. */
export type HostStanding =
  | { standing: null }
  | { standing: "own" }
  | { standing: "active" | "hidden"; domain: string }
  | { standing: "foreign"; host: string };

export async function hostStandingOf(host: string | null): Promise<HostStanding> {
  if (host === null) return { standing: null };
  const domains = await Domain.findAll({ attributes: ["domain", "hidden"], order: ["hidden"] });
  const known = domains.find(({ domain }) => hostOf(domain) === hostOf(`https://${host}`));
  if (known) return { standing: known.hidden ? "hidden" : "active", domain: known.domain };
  const own = hostOf(productUrl("/")) === hostOf(`https://${host}`);
  return own || isHere(host) ? { standing: "own" } : { standing: "foreign", host };
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : address);

const isHere = (host: string): boolean => {
  const name = host.replace(/:\d+$/, "");
  return name === "localhost" || isLoopback(name);
};
