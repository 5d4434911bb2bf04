import type { logs, Output } from "~/gate.server";
import { dateTimeSeconds } from "../formats";
import { Dated } from "../ui/line-breaks";
import { requestTexts as texts } from "./request-texts";

export type SentRequest = Output<typeof logs.developerPage>["requests"][number];

/** A request of a site with what became of it, in words. */
export function RequestText({ request }: { request: SentRequest }) {
  const { at, verdict, reason, event, status, txid, clickId, field, meaning, detail, warnings, receipt } = request;
  const about = [
    txid !== null && `${texts.txid} ${txid}`,
    clickId !== null && `${texts.click} ${clickId}`,
    // A report of a click is never pending, so nobody asks for its verdict later.
    event !== "click" && `${texts.receipt} ${receipt}`,
  ];
  return (
    <>
      <p>
        <strong>
          <Dated text={dateTimeSeconds(at)} />
        </strong>{" "}
        {event ?? texts.noEvent}
        {status === "reversed" && ` ${status}`} · <code>{verdict}</code>
        {reason && (
          <>
            {" "}
            <code>{reason}</code>
          </>
        )}{" "}
        {meaning}
        {field && (
          <>
            {" "}
            {texts.field}: <code>{field}</code>.
          </>
        )}
        {detail && ` ${detail}`}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="bad">
          {texts.warning}: {warning}
        </p>
      ))}
      <p className="note">{about.filter(Boolean).join(" · ")}</p>
    </>
  );
}
