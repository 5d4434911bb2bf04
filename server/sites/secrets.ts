import { z } from "zod";
import { Site, SiteSecret } from "~models";
import { findOneVisible } from "../accounts";
import { now } from "../kernel/time/now";
import { Deleted, Id } from "../kernel/operation/input";
import { markLinksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { isoTime } from "../kernel/time";
import { conflict, noSuch } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { keyedHash, newToken } from "../kernel/process/secrets";
import { findActiveSecrets } from "./site";

export const MAX_SECRETS = 2;
const HINT_LENGTH = 4;

/**
 * Creates a secret with which the site reports, and returns it this once. Two may be active at a time so that a site
 * can change over without losing a sale: create the second, switch the site to it, revoke the first.
 */
export const makeSecret = command({
  name: "sites.makeSecret",
  does: "make secrets of sites",
  allow: atLeast("superadmin"),
  type: "CREATE",
  confirmed: true,
  input: z.object({ id: Id }),
  output: z.object({ id: z.int(), secret: z.string(), createdAt: z.string() }),
  async run({ actor, changed }, { id: siteId }) {
    await findOneVisible(Site, actor, siteId, { lock: true });
    if ((await findActiveSecrets(siteId)).length >= MAX_SECRETS)
      throw conflict("This site has two secrets. Please revoke one of them first.");
    const secret = newToken();
    const [hint, createdAt] = [secret.slice(-HINT_LENGTH), now()];
    const { id } = await SiteSecret.create({ siteId, hash: keyedHash("site-secret", secret), hint, createdAt });
    await markLinksChanged();
    changed({ record: "siteSecret", id, before: null, after: { siteId, hint } });
    return { id, secret, createdAt: isoTime(createdAt) };
  },
});

/** Revokes a secret. Reports that use it are refused from now on. */
export const revokeSecret = command({
  name: "sites.revokeSecret",
  does: "revoke secrets of sites",
  allow: atLeast("superadmin"),
  type: "DELETE",
  confirmed: true,
  input: z.object({ id: Id, secretId: Id }),
  output: Deleted,
  async run({ actor, changed }, { id: siteId, secretId }) {
    await findOneVisible(Site, actor, siteId, { lock: true });
    const secret = (await findActiveSecrets(siteId)).find(({ id }) => id === secretId);
    if (!secret) throw noSuch("secret");
    await secret.update({ revokedAt: now() });
    await markLinksChanged();
    changed({ record: "siteSecret", id: secretId, before: { siteId, hint: secret.hint }, after: null });
    return { deleted: 1 };
  },
});
