import type { Output, webhooks } from "~/gate.server";
import { dateTimeSeconds } from "../formats";
import { webhooks as texts } from "./texts";

export type Delivery = Output<typeof webhooks.deliveriesScreen>["items"][number];

/** Attempts shown of a delivery, the last ones, to limit the page's size. The JSON call has all. */
const MAX_SHOWN = 3;

/** The body and the last attempts of a delivery, each with address, headers and answer. Opens without scripts. */
export function DeliveryDetails({ eventId, body, attempts }: Delivery) {
  if (!body && attempts.length === 0) return null;
  const skipped = Math.max(attempts.length - MAX_SHOWN, 0);
  return (
    <details className="drop json" name="json">
      <summary>
        {texts.details}
        <span className="unseen"> {eventId}</span>
      </summary>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable region */}
      <dl tabIndex={0}>
        {body && (
          <>
            <dt>{texts.body}</dt>
            <dd>
              <pre>{body}</pre>
            </dd>
          </>
        )}
        {attempts.slice(skipped).map(({ at, url, headers, status, error, answer, ms }, index) => (
          <div key={index}>
            <dt>{texts.attempt(skipped + index + 1, dateTimeSeconds(at), ms)}</dt>
            <dd>
              <pre>{[url, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\n")}</pre>
              <pre>{[status && texts.answer(status), error, answer].filter(Boolean).join("\n")}</pre>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
