import { z } from "zod";
import { RemoteToken, SavedView } from "~models";
import { findOneVisible, revokeTokens } from "../accounts";
import { FEED_PREFIX } from "../identity";
import { productUrl } from "../kernel/net/urls";
import { Deleted, Id } from "../kernel/operation/input";
import { type CallOrigin, command, query } from "../kernel/operation/operation";
import { performStream } from "../kernel/operation/perform";
import { forbidden, invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { withTextInput } from "../kernel/operation/text-input";
import { newScannableToken, tokenHash } from "../kernel/process/secrets";
import { DAY_MS } from "../kernel/time/durations";
import { now } from "../kernel/time/now";
import { screenAt } from "./screens";
import { findView } from "./view";
import { inputOf, requireScreen } from "./view-query";

const LIFETIME_DAYS = 365;

/** Makes the address at which programs get one's own view as CSV, and ends the former one. It is returned this once. */
export const createFeed = command({
  name: "views.createFeed",
  does: "make feeds of views",
  allow: atLeast("agent"),
  type: "CREATE",
  credentials: true,
  confirmed: true,
  input: z.object({ id: Id }),
  output: z.object({ address: z.string() }),
  async run({ actor, changed }, { id }) {
    const view = await findOneVisible(SavedView, actor, id, { lock: true });
    if (!requireScreen(actor, view.screen).exports)
      throw invalid({ _form: ["This screen has no export, so it has no feed."] });
    await endFeeds(id);
    const token = newScannableToken(FEED_PREFIX);
    const { accountId, role } = actor;
    const feed = await RemoteToken.create({
      ...{ accountId, role, viewId: id, kind: "feed", scope: "read", name: view.name, hash: tokenHash(token) },
      ...{ createdBy: accountId, createdAt: now(), expiresAt: new Date(now().getTime() + LIFETIME_DAYS * DAY_MS) },
    });
    const after = { kind: "feed", name: view.name, scope: "read" };
    changed({ record: "remoteToken", id: feed.id, before: null, after, onBehalfOf: accountId });
    return { address: productUrl(`/api/feeds/${token}.csv`) };
  },
});

const endFeeds = (viewId: number) => revokeTokens({ viewId, revokedAt: null });

/** Ends the feed of one's own view. */
export const removeFeed = command({
  name: "views.removeFeed",
  does: "end feeds of views",
  allow: atLeast("agent"),
  type: "DELETE",
  credentials: true,
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    await findOneVisible(SavedView, actor, id, { lock: true });
    const feeds = await RemoteToken.findAll({ where: { viewId: id, revokedAt: null } });
    await endFeeds(id);
    for (const feed of feeds) {
      const before = { kind: "feed", name: feed.name, scope: feed.scope };
      changed({ record: "remoteToken", id: feed.id, before, after: null, onBehalfOf: actor.accountId });
    }
    return { deleted: feeds.length };
  },
});

/** The screen and the query of one's own view, for its rows. Throws 403 if the account may no longer open the screen. */
export const read = query({
  name: "views.read",
  does: "read saved views",
  allow: atLeast("agent"),
  autocommit: true,
  quiet: true,
  input: z.object({ id: Id }),
  output: z.object({ name: z.string(), screen: z.string(), query: z.string(), title: z.string() }),
  run: ({ actor }, { id }) => findView(actor, id),
});

/** The rows of a view as CSV, read by the export of its screen as the account may see them now. */
export function rowsOf(actor: Actor, view: { screen: string; query: string }, from: CallOrigin): AsyncIterable<string> {
  const exports = screenAt(view.screen)?.exports;
  if (!exports) throw forbidden();
  return performStream(withTextInput(exports), actor, inputOf(actor, view), from);
}
