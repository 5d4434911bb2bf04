import { z } from "zod";
import { ChatLog, Claim, OfficeSite, SiteManual, Type } from "~models";
import { Id, Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { productUrl } from "../kernel/net/urls";
import { atLeast } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { developerLinkDays, findDeveloperLink } from "./developer-links";
import { MAX_PIXEL_KEYS } from "./pixel-keys";
import { isUsed } from "./remove";
import { MAX_SECRETS } from "./secrets";
import { CATEGORIES, findSite, SiteOutput } from "./site";

const Categories = z.array(z.string());
/** Counts of the records deleted along with a site. */
const Dependents = z.object({ links: z.int(), manuals: z.int(), chatLogs: z.int(), claims: z.int() });

/** Initial values of a new site's form: active (SITE-12). */
export const createScreen = query({
  name: "sites.createScreen",
  does: "add sites",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.object({ categories: Categories }),
  run: () => Promise.resolve({ categories: [...CATEGORIES] }),
});

/**
 * A site's form: the site with its secrets, and the counts of what deleting it would also delete (null if it cannot be
 * deleted).
 */
export const editScreen = query({
  name: "sites.editScreen",
  does: "change sites",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: z.object({
    site: SiteOutput,
    categories: Categories,
    along: Dependents.nullable(),
    mayHaveSecret: z.boolean(),
    mayHavePixelKey: z.boolean(),
    postbackUrl: z.string(),
    pixelUrl: z.string(),
    /** The script that calls the pixel. */
    pixelScriptUrl: z.string(),
    /** The link for the site's developers that was not revoked, without its token. */
    developerLink: z
      .object({
        id: z.int(),
        createdAt: z.string(),
        expiresAt: z.string(),
        lastUsedAt: z.string().nullable(),
        hasEnded: z.boolean(),
      })
      .nullable(),
    /** Allowed lifetimes of such a link, in days. */
    developerLinkDays: z.array(z.int()),
    /** Number of offices that sell it. */
    offices: z.int(),
  }),
  async run({ actor }, { id }) {
    const site = await findSite(actor, id);
    const link = await findDeveloperLink(id);
    return {
      site,
      categories: [...CATEGORIES],
      along: (await isUsed(id)) ? null : await countDependents(id),
      mayHaveSecret: (site.secrets ?? []).length < MAX_SECRETS,
      mayHavePixelKey: (site.pixelKeys ?? []).length < MAX_PIXEL_KEYS,
      postbackUrl: productUrl("/api/postback"),
      ...{ pixelUrl: productUrl("/api/pixel.gif"), pixelScriptUrl: productUrl("/kit/1/pixel.js") },
      developerLink: link && {
        ...{ id: link.id, createdAt: isoTime(link.createdAt), expiresAt: isoTime(link.expiresAt) },
        ...{ lastUsedAt: link.lastUsedAt && isoTime(link.lastUsedAt), hasEnded: link.expiresAt <= now() },
      },
      developerLinkDays: [...developerLinkDays],
      offices: await OfficeSite.count({ where: { siteId: id } }),
    };
  },
});

async function countDependents(siteId: number): Promise<z.output<typeof Dependents>> {
  const where = { siteId };
  return {
    links: await Type.count({ where }),
    manuals: await SiteManual.count({ where }),
    chatLogs: await ChatLog.count({ where }),
    claims: await Claim.count({ where }),
  };
}
