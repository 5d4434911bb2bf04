import { views as operations } from "~/gate.server";
import { calls, created } from "../calls/calls";

/** Lists, logs and reports under a name. */
export const views = calls({
  "GET views": operations.search,
  "PUT views": created(operations.create),
  "POST views/{id}": operations.update,
  "DELETE views/{id}": operations.remove,
  "POST views/{id}/feed": created(operations.createFeed),
  "DELETE views/{id}/feed": operations.removeFeed,
});
