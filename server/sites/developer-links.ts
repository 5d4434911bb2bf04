import { z } from "zod";
import { Site, SiteDeveloperLink } from "~models";
import { findOneVisible } from "../accounts";
import { productUrl } from "../kernel/net/urls";
import { Deleted, Id } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { hasPlausibleChecksum, newScannableToken, tokenHash } from "../kernel/process/secrets";

const PREFIX = "sd_";
const TOKEN = /^sd_[0-9a-f]{72}$/;

/** Creates the link to the page for the site's developers, and returns it this once. A former link ends. */
export const createDeveloperLink = command({
  name: "sites.createDeveloperLink",
  does: "make links for developers of sites",
  allow: atLeast("superadmin"),
  type: "CREATE",
  confirmed: true,
  input: z.object({ id: Id }),
  output: z.object({ id: z.int(), url: z.string(), createdAt: z.string() }),
  async run({ actor, changed }, { id: siteId }) {
    await findOneVisible(Site, actor, siteId, { lock: true });
    const createdAt = now();
    const former = await findActiveLink(siteId);
    await former?.update({ revokedAt: createdAt });
    if (former) changed({ record: "siteDeveloperLink", id: former.id, before: { siteId }, after: null });
    const token = newScannableToken(PREFIX);
    const { id } = await SiteDeveloperLink.create({ siteId, tokenHash: tokenHash(token), createdAt });
    changed({ record: "siteDeveloperLink", id, before: null, after: { siteId } });
    return { id, url: productUrl(`/sites/developers/${token}`), createdAt: isoTime(createdAt) };
  },
});

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
    const link = await findActiveLink(siteId);
    if (!link) throw noSuch("developer link");
    await link.update({ revokedAt: now() });
    changed({ record: "siteDeveloperLink", id: link.id, before: { siteId }, after: null });
    return { deleted: 1 };
  },
});

export const findActiveLink = (siteId: number): Promise<SiteDeveloperLink | null> =>
  SiteDeveloperLink.findOne({ where: { siteId, revokedAt: null } });

/** The site of an active link, and when the link was created. Throws 404 for any other token. */
export async function siteOfDevelopers(token: string): Promise<{ site: Site; since: Date }> {
  const isPossible = TOKEN.test(token) && hasPlausibleChecksum(token, PREFIX);
  const link = isPossible
    ? await SiteDeveloperLink.findOne({
        where: { tokenHash: tokenHash(token), revokedAt: null },
        include: [{ association: "site", attributes: ["id", "sitename", "clickParam"] }],
      })
    : null;
  if (!link?.site) throw noSuch("page");
  return { site: link.site, since: link.createdAt };
}
