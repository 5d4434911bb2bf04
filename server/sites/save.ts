import { z } from "zod";
import { Site } from "~models";
import { findOneVisible } from "../accounts";
import { linksChanged } from "../kernel/database/link-state";
import { saveFrom } from "../kernel/database/records";
import { networkOf, textOf } from "../kernel/net/address";
import { webAddressFault } from "../kernel/net/urls";
import { difference } from "../kernel/operation/audit";
import { Email, Flag, Id, Kept, Required, Status, Text, Version, wellFormed } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { enableEverywhere } from "./enable";
import { CATEGORIES, findSite, shownSite, SiteOutput } from "./site";
import { flagsFrom } from "./site";

const MOST = 10_000;
const NAMED = 10;
const LONGEST = 64;
const number = (count: number) => count.toLocaleString("en-US");

/** The network as it is stored and returned; a single address gets its prefix. */
function cidrOf(text: string): string | undefined {
  const network = text.length > LONGEST ? undefined : networkOf(text);
  if (!network) return undefined;
  const shown = textOf(network);
  return shown.includes("/") ? shown : `${shown}/${network.bits}`;
}

/**
 * The addresses and networks from which a site may report, without duplicates: a list, or the lines of a field. The
 * error names the first invalid lines and counts the rest. Skipping an invalid line could lock the site out or let
 * everybody in.
 */
export const AllowedAddresses = z
  .array(z.string("Please send text.").max(1_000_000).refine(wellFormed, "Please use readable characters only."))
  .max(MOST, `Please enter at most ${number(MOST)} lines.`)
  .transform((given, context) => {
    const lines = given.flatMap((text) => text.split(/\r\n|\r|\n/)).map((line) => line.trim());
    const judged = lines.map((text, index) => ({ text, line: index + 1, cidr: cidrOf(text) }));
    const told = (message: string) => context.addIssue({ code: "custom", message });
    const filled = judged.filter(({ text }) => text !== "");
    if (filled.length > MOST) told(`Please enter at most ${number(MOST)} lines.`);
    const wrong = filled.filter(({ cidr }) => cidr === undefined);
    for (const { text, line } of wrong.slice(0, NAMED)) {
      told(`Line ${line}: ${text.slice(0, LONGEST)} is not an IP address or network.`);
    }
    if (wrong.length > NAMED) told(`${number(wrong.length - NAMED)} more lines are invalid.`);
    return [...new Set(filled.flatMap(({ cidr }) => cidr ?? []))];
  });

const SiteEmail = Text(64).refine(
  (text) => text === "" || Email.safeParse(text).success,
  "Please enter a valid e-mail address.",
);
/** Normalizes line ends: a browser sends CRLF, other clients send LF. */
const Note = z
  .string("Please enter a text.")
  .overwrite((text) => text.replaceAll("\r\n", "\n"))
  .max(20_000, "Please use at most 20000 characters.")
  .refine(wellFormed, "Please use readable characters only.")
  .trim();
/** Links pass the agent's own parameters on under these names, so a click id among them would be lost. */
const ClickParam = Text(16).refine(
  (text) => !/^sub[1-5]$/.test(text),
  "Links pass sub1 to sub5 on. Please choose another.",
);

const Url = Required(128).superRefine((text, context) => {
  const fault = text === "" ? undefined : webAddressFault(text);
  if (fault) context.addIssue({ code: "custom", message: fault });
});

const required = {
  sitename: Required(128),
  shortname: Required(16),
  abbr: Required(10),
  url: Url,
  type: z.enum(CATEGORIES, "Please choose one from the list."),
};
const optional = {
  clickParam: Kept(ClickParam),
  contactName: Kept(Text(64)),
  email: Kept(SiteEmail),
  phoneNum: Kept(Text(64)),
  note: Kept(Note),
  status: Kept(Status),
  /** Same as `status`, which takes precedence. */
  active: Flag.optional(),
  hidden: Kept(Flag),
  specialReport: Kept(Flag),
  useApproveSale: Kept(Flag),
  avp: Kept(Flag),
  allowedAddresses: Kept(AllowedAddresses),
};

const NewSite = z.object({ ...required, ...optional, enableForAll: Flag.optional() });
const ChangedSite = z.object({
  id: Id,
  sitename: Kept(required.sitename),
  shortname: Kept(required.shortname),
  abbr: Kept(required.abbr),
  url: Kept(required.url),
  type: Kept(required.type),
  ...optional,
  version: Version,
});
/** Required fields of a site's form. */
export const REQUIRED = Object.keys(required);

/** Adds a site, active by default and enabled for no office unless for all. */
export const create = command({
  name: "sites.create",
  does: "add sites",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewSite,
  output: SiteOutput,
  async run({ actor, changed }, { status, active, enableForAll = false, ...given }) {
    const site = await Site.create({ ...given, active: status ?? active });
    await flagsFrom([site]);
    const enabledFor = enableForAll ? { enabledFor: await enableEverywhere(site.id) } : {};
    changed({ record: "site", id: site.id, before: null, after: { ...site.get({ plain: true }), ...enabledFor } });
    await linksChanged();
    return findSite(actor, site.id);
  },
});

/** Saves a site with its flags. Missing fields keep their value. Earlier events keep the flags they had. */
export const update = command({
  name: "sites.update",
  does: "change sites",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedSite,
  output: SiteOutput,
  current: ({ actor }, { id }) => findSite(actor, id),
  async run({ actor, changed }, { id, version, status, active, ...given }) {
    const site = await findOneVisible(Site, actor, id, { lock: true });
    const before = audited(site);
    await saveFrom(site, version, { ...given, active: status ?? active });
    const changes = difference(before, audited(site));
    if (changes) {
      changed({ record: "site", id, ...changes });
      if ("useApproveSale" in changes.after || "avp" in changes.after) await flagsFrom([site]);
      if (OF_LINKS.some((field) => field in changes.after)) await linksChanged();
    }
    return shownSite(actor, site);
  },
});

/** The fields of a site that affect its links. */
const OF_LINKS = ["active", "clickParam", "useApproveSale", "avp"];

function audited(site: Site) {
  const { version: _version, ...fields } = site.get({ plain: true });
  return fields;
}
