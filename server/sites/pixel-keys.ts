import { z } from "zod";
import { Site, SitePixelKey } from "~models";
import { findOneVisible } from "../accounts";
import { markLinksChanged } from "../kernel/database/link-state";
import { Deleted, Id } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { conflict, noSuch } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { keyedHash, newToken } from "../kernel/process/secrets";
import { findActivePixelKeys } from "./site";

/** Two, so that a site can change over without losing a sale. */
export const MAX_PIXEL_KEYS = 2;
const PREFIX = "px_";

/** Switches the pixel of a site on, or prepares the replacement of its key. Reports of the pixel are pending. */
export const makePixelKey = command({
  name: "sites.makePixelKey",
  does: "make pixel keys of sites",
  allow: atLeast("superadmin"),
  type: "CREATE",
  confirmed: true,
  input: z.object({ id: Id }),
  output: z.object({ id: z.int(), key: z.string(), createdAt: z.string() }),
  async run({ actor, changed }, { id: siteId }) {
    await findOneVisible(Site, actor, siteId, { lock: true });
    if ((await findActivePixelKeys(siteId)).length >= MAX_PIXEL_KEYS)
      throw conflict("This site has two pixel keys. Please revoke one of them first.");
    const key = PREFIX + newToken();
    const createdAt = now();
    const { id } = await SitePixelKey.create({ siteId, key, hash: keyedHash("pixel-key", key), createdAt });
    await markLinksChanged();
    changed({ record: "sitePixelKey", id, before: null, after: { siteId } });
    return { id, key, createdAt: isoTime(createdAt) };
  },
});

/** Revokes a key. The pixel of a site without a key is off: its reports are refused. */
export const revokePixelKey = command({
  name: "sites.revokePixelKey",
  does: "revoke pixel keys of sites",
  allow: atLeast("superadmin"),
  type: "DELETE",
  confirmed: true,
  input: z.object({ id: Id, keyId: Id }),
  output: Deleted,
  async run({ actor, changed }, { id: siteId, keyId }) {
    await findOneVisible(Site, actor, siteId, { lock: true });
    const key = (await findActivePixelKeys(siteId)).find(({ id }) => id === keyId);
    if (!key) throw noSuch("pixel key");
    await key.update({ revokedAt: now() });
    await markLinksChanged();
    changed({ record: "sitePixelKey", id: keyId, before: { siteId }, after: null });
    return { deleted: 1 };
  },
});
