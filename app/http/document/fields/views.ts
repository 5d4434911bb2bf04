import { type FieldDocs, time } from "./field";

/** Saved views. */
const shared = "Whether the office of a manager, or for admins all admins, see the view.";
const mail = "When the view is mailed to its owner: `weekly` is on Mondays, `half` on the 1st and the 16th.";
const screen = "The address of the list, log or report, such as `/app/stats/sites`.";
const query = "The parameters of the screen, as in its address.";
const isStart = "Whether the screen opens after signing in. One view of an account at most.";

export const views: FieldDocs = {
  "views.name": "The name, which the account uses once.",
  ...{ "views.screen": screen, "views.query": query },
  ...{ "views.shared": shared, "views.isStart": isStart, "views.mail": mail },
  "views.createFeed.address":
    "The address of the CSV. It contains the token, which is not stored, and is answered this once.",
  "View.name": "The name.",
  ...{ "View.screen": screen, "View.query": query, "View.shared": shared },
  "View.isStart": `${isStart} False for views of others.`,
  "View.mail": `${mail} \`none\` for views of others.`,
  "View.title": "The title of the screen.",
  "View.own": "Whether the view belongs to the account.",
  "View.owner": "Username of its owner.",
  "View.lastUsedAt": time("When somebody last opened it; null if nobody has"),
  "View.feed": "The feed, for the owner; null without one.",
  "View.feed.expiresAt": time("Until when it answers"),
  "View.feed.lastUsedAt": time("When a program last read it; null if none has"),
};
