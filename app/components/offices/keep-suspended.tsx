import { useActionData, useSearchParams } from "@remix-run/react";
import type { Refused } from "../form/form";
import { markup } from "../table/markup";
import { offices as texts } from "./texts";

/**
 * The choice to leave out of an activation the agents who were suspended on their own, on the confirmation page. Ticked
 * when it undoes a suspension, and again when the page is shown after a new sign-in.
 */
export function KeepSuspended({ count }: { count: number }) {
  const actionData: unknown = useActionData();
  const [query] = useSearchParams();
  const refused = (actionData as Refused | undefined)?.lastResult.initialValue;
  const typed = refused ? refused.keepSuspended : query.get("keepSuspended");
  return <Choice count={count} ticked={typed === "on"} />;
}

/** The same choice in the dialog. For several offices the count is beside each name. */
export const keepSuspendedHtml = (suspended: number, { several = false } = {}): string | undefined =>
  suspended > 0 ? markup(<Choice count={several ? undefined : suspended} />) : undefined;

function Choice({ count, ticked }: { count?: number; ticked?: boolean }) {
  return (
    <div className="field tick">
      <label>
        <input type="checkbox" name="keepSuspended" aria-describedby="keep-hint" defaultChecked={ticked} />{" "}
        {texts.keepSuspended(count)}
      </label>
      <p className="hint" id="keep-hint">
        {texts.keepSuspendedHint}
      </p>
    </div>
  );
}
