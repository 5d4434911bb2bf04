import { Op } from "sequelize";
import { z } from "zod";
import { Site, SiteDeveloperLink } from "~models";
import { findOneVisible } from "../accounts";
import { writeTransaction } from "../kernel/database/transactions";
import { productUrl } from "../kernel/net/urls";
import { Deleted, Id } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { DAY_MS } from "../kernel/time/durations";
import { now } from "../kernel/time/now";
import { hasPlausibleChecksum, newScannableToken, tokenHash } from "../kernel/process/secrets";

const MINUTE_MS = 60_000;
const PREFIX = "sd_";
const TOKEN = /^sd_[0-9a-f]{72}$/;

/** Allowed lifetimes of links for developers, in days. */
export const developerLinkDays: readonly number[] = [30, 90, 365];
const DEFAULT_DAYS = 90;
const DAYS = "Please choose 30, 90 or 365 days.";

/**
 * Creates the link to the page for the site's developers, and returns it this once. A former link ends. Without `days`
 * the new one lives as long as the former one was to live, or 90 days.
 */
export const createDeveloperLink = command({
  name: "sites.createDeveloperLink",
  does: "make links for developers of sites",
  allow: atLeast("superadmin"),
  type: "CREATE",
  confirmed: true,
  input: z.object({
    id: Id,
    days: z
      .int(DAYS)
      .refine((days) => developerLinkDays.includes(days), DAYS)
      .optional(),
  }),
  output: z.object({ id: z.int(), url: z.string(), createdAt: z.string(), expiresAt: z.string() }),
  async run({ actor, changed }, { id: siteId, days }) {
    await findOneVisible(Site, actor, siteId, { lock: true });
    const createdAt = now();
    const former = await findDeveloperLink(siteId);
    await former?.update({ revokedAt: createdAt });
    if (former) changed({ record: "siteDeveloperLink", id: former.id, before: { siteId }, after: null });
    const token = newScannableToken(PREFIX);
    const lifetime = days === undefined ? (former ? lifetimeOf(former) : DEFAULT_DAYS * DAY_MS) : days * DAY_MS;
    const expiresAt = new Date(createdAt.getTime() + lifetime);
    const { id } = await SiteDeveloperLink.create({ siteId, tokenHash: tokenHash(token), createdAt, expiresAt });
    const until = isoTime(expiresAt);
    changed({ record: "siteDeveloperLink", id, before: null, after: { siteId, expiresAt: until } });
    return { id, url: productUrl(`/sites/developers/${token}`), createdAt: isoTime(createdAt), expiresAt: until };
  },
});

/** At most the longest one: links that existed before there was an end got a year from the upgrade. */
const lifetimeOf = ({ createdAt, expiresAt }: SiteDeveloperLink): number =>
  Math.min(expiresAt.getTime() - createdAt.getTime(), Math.max(...developerLinkDays) * DAY_MS);

/** Revokes the link. Its page is not found from now on. */
export const revokeDeveloperLink = command({
  name: "sites.revokeDeveloperLink",
  does: "revoke links for developers of sites",
  allow: atLeast("superadmin"),
  type: "DELETE",
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id: siteId }) {
    await findOneVisible(Site, actor, siteId, { lock: true });
    const link = await findDeveloperLink(siteId);
    if (!link) throw noSuch("developer link");
    await link.update({ revokedAt: now() });
    changed({ record: "siteDeveloperLink", id: link.id, before: { siteId }, after: null });
    return { deleted: 1 };
  },
});

/** The link of a site that was not revoked or replaced. It may have ended. */
export const findDeveloperLink = (siteId: number): Promise<SiteDeveloperLink | null> =>
  SiteDeveloperLink.findOne({ where: { siteId, revokedAt: null } });

/** The condition for the working link with this token; null if there can be none. */
const withToken = (token: string) =>
  TOKEN.test(token) && hasPlausibleChecksum(token, PREFIX)
    ? { tokenHash: tokenHash(token), revokedAt: null, expiresAt: { [Op.gt]: now() } }
    : null;

/** The site of a working link, and when the link was created and ends. Throws 404 for any other token. */
export async function siteOfDevelopers(token: string): Promise<{ site: Site; since: Date; until: Date }> {
  const where = withToken(token);
  const include = [{ association: "site", attributes: ["id", "sitename", "clickParam"] }];
  const link = where && (await SiteDeveloperLink.findOne({ where, include }));
  if (!link?.site) throw noSuch("page");
  return { site: link.site, since: link.createdAt, until: link.expiresAt };
}

/** Stores that a working link was opened, once a minute. Needs no open transaction. */
export async function noteDeveloperLinkUse(token: string): Promise<void> {
  const where = withToken(token);
  if (!where) return;
  const due = { [Op.or]: [null, { [Op.lt]: new Date(now().getTime() - MINUTE_MS) }] };
  await writeTransaction(() =>
    SiteDeveloperLink.update({ lastUsedAt: now() }, { where: { ...where, lastUsedAt: due } }),
  );
}
