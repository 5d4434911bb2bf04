import { z } from "zod";
import { Site } from "~models";
import { findOneVisible } from "../accounts";
import { markLinksChanged } from "../kernel/database/link-state";
import { saveVersioned } from "../kernel/database/records";
import { parseNetwork, formatNetwork } from "../kernel/addresses/address";
import { webAddressError } from "../kernel/net/urls";
import { auditKey, difference } from "../kernel/operation/audit";
import { Email, Flag, Id, Lines, OptionalField, Required, Status, Text, Version } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { isWellFormed } from "../kernel/text/characters";
import { enableEverywhere } from "./enable";
import { CATEGORIES, findSite, recordFlags, SiteOutput, toSiteOutput } from "./site";

const MAX_LINES = 10_000;
const MAX_LISTED_ERRORS = 10;
const MAX_LINE_LENGTH = 64;
const number = (count: number) => count.toLocaleString("en-US");

/** The network as it is stored and returned; a single address gets its prefix. */
function cidrOf(text: string): string | undefined {
  const network = text.length > MAX_LINE_LENGTH ? undefined : parseNetwork(text);
  if (!network) return undefined;
  const formatted = formatNetwork(network);
  return formatted.includes("/") ? formatted : `${formatted}/${network.bits}`;
}

/**
 * The addresses and networks from which a site may report, without duplicates: a list, or the lines of a field. The
 * error names the first invalid lines and counts the rest. Skipping an invalid line could lock the site out or let
 * everybody in.
 */
export const AllowedAddresses = z
  .array(z.string("Please send text.").max(1_000_000).refine(isWellFormed, "Please use readable characters only."))
  .max(MAX_LINES, `Please enter at most ${number(MAX_LINES)} lines.`)
  .transform((texts, context) => {
    const lines = texts.flatMap((text) => text.split(/\r\n|\r|\n/)).map((line) => line.trim());
    const parsed = lines.map((text, index) => ({ text, line: index + 1, cidr: cidrOf(text) }));
    const addIssue = (message: string) => context.addIssue({ code: "custom", message });
    const filled = parsed.filter(({ text }) => text !== "");
    if (filled.length > MAX_LINES) addIssue(`Please enter at most ${number(MAX_LINES)} lines.`);
    const invalidLines = filled.filter(({ cidr }) => cidr === undefined);
    for (const { text, line } of invalidLines.slice(0, MAX_LISTED_ERRORS)) {
      addIssue(`Line ${line}: ${text.slice(0, MAX_LINE_LENGTH)} is not an IP address or network.`);
    }
    if (invalidLines.length > MAX_LISTED_ERRORS)
      addIssue(`${number(invalidLines.length - MAX_LISTED_ERRORS)} more lines are invalid.`);
    return [...new Set(filled.flatMap(({ cidr }) => cidr ?? []))];
  });

const SiteEmail = Text(64).refine(
  (text) => text === "" || Email.safeParse(text).success,
  "Please use the form name@example.com.",
);
const Note = Lines(20_000);
/** Links pass the agent's own parameters on under these names, so a click id among them would be lost. */
const ClickParam = Text(16).refine(
  (text) => !/^sub[1-5]$/.test(text),
  "Links pass sub1 to sub5 on. Please choose another.",
);

const Url = Required(128).superRefine((text, context) => {
  const error = text === "" ? undefined : webAddressError(text);
  if (error) context.addIssue({ code: "custom", message: error });
});

const required = {
  sitename: Required(128),
  shortname: Required(16),
  abbr: Required(10),
  url: Url,
  type: z.enum(CATEGORIES, "Please choose one from the list."),
};
const optional = {
  clickParam: OptionalField(ClickParam),
  contactName: OptionalField(Text(64)),
  email: OptionalField(SiteEmail),
  phoneNum: OptionalField(Text(64)),
  note: OptionalField(Note),
  status: OptionalField(Status),
  /** Same as `status`, which takes precedence. */
  active: Flag.optional(),
  hidden: OptionalField(Flag),
  specialReport: OptionalField(Flag),
  useApproveSale: OptionalField(Flag),
  avp: OptionalField(Flag),
  allowedAddresses: OptionalField(AllowedAddresses),
};

const NewSite = z.object({ ...required, ...optional, enableForAll: Flag.optional() });
const ChangedSite = z.object({
  id: Id,
  sitename: OptionalField(required.sitename),
  shortname: OptionalField(required.shortname),
  abbr: OptionalField(required.abbr),
  url: OptionalField(required.url),
  type: OptionalField(required.type),
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
  async run({ actor, changed }, { status, active, enableForAll = false, ...fields }) {
    const site = await Site.create({ ...fields, active: status ?? active });
    await recordFlags([site]);
    const enabledFor = enableForAll ? { enabledFor: await enableEverywhere(site.id) } : {};
    changed({ record: "site", id: site.id, before: null, after: { ...site.get({ plain: true }), ...enabledFor } });
    await markLinksChanged();
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
  audited: (_call, { id }) => auditKey("site", id),
  async run({ actor, changed }, { id, version, status, active, ...fields }) {
    const site = await findOneVisible(Site, actor, id, { lock: true });
    const before = auditedFields(site);
    await saveVersioned(site, version, { ...fields, active: status ?? active });
    const changes = difference(before, auditedFields(site));
    if (changes) {
      changed({ record: "site", id, ...changes });
      if ("useApproveSale" in changes.after || "avp" in changes.after) await recordFlags([site]);
      if (LINK_FIELDS.some((field) => field in changes.after)) await markLinksChanged();
    }
    return toSiteOutput(actor, site);
  },
});

/** The fields of a site that affect its links. */
const LINK_FIELDS = ["active", "clickParam", "useApproveSale", "avp"];

function auditedFields(site: Site) {
  const { version: _version, ...fields } = site.get({ plain: true });
  return fields;
}
