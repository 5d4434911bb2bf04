import { dateTimeSeconds } from "../formats";
import { developerTexts, requestTexts as texts } from "./texts";

type Request = {
  at: string;
  verdict: string;
  event: string | null;
  status: string | null;
  txid: string | null;
  clickId: string | null;
  field: string | null;
  meaning: string;
};

/** The last requests of a site with their verdicts in words. */
export function LastRequests({ requests }: { requests: readonly Request[] }) {
  return (
    <section className="stack" aria-labelledby="requests">
      <h2 id="requests">{developerTexts.sections.requests}</h2>
      <p>{requests.length > 0 ? `${texts.intro(requests.length)}.` : texts.none}</p>
      <ol className="stack steps">
        {requests.map(({ at, verdict, event, status, txid, clickId, field, meaning }, i) => (
          <li key={i}>
            <p>
              <strong>{dateTimeSeconds(at)}</strong> {event ?? texts.noEvent}
              {status === "reversed" && ` ${status}`} · <code>{verdict}</code> {meaning}
              {field && (
                <>
                  {" "}
                  {texts.field}: <code>{field}</code>.
                </>
              )}
            </p>
            <p className="note">
              {[txid !== null && `${texts.txid} ${txid}`, clickId !== null && `${texts.click} ${clickId}`]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
