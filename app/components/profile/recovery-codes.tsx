import { twoStep as texts } from "~/texts";
import { Icon } from "../ui/icon";
import { Notice } from "../ui/notice";

/** The codes that the preceding act revealed, if any. */
export const newCodes = (revealed: unknown): string[] | undefined =>
  typeof revealed === "object" &&
  revealed !== null &&
  "recoveryCodes" in revealed &&
  (revealed.recoveryCodes as string[]).length > 0
    ? (revealed.recoveryCodes as string[])
    : undefined;

/** Newly created recovery codes. They are shown only once, so nothing else is on the page. */
export function RecoveryCodes({ codes, username, next }: { codes: string[]; username: string; next: string }) {
  return (
    <Notice good>
      <div className="stack">
        <h2>{texts.codesHeading}</h2>
        <p role="status">{texts.codesText}</p>
        <p className="print-only">{texts.codesOf(username)}</p>
        <ol className="codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="acts">
          <copy-button data-text={codes.join("\n")}>
            <button type="button">
              <Icon name="copy" /> Copy<span className="unseen"> {texts.codesHeading}</span>
            </button>
          </copy-button>
          <print-page>
            <button type="button">
              <Icon name="print" /> Print
            </button>
          </print-page>
          <a className="button" href={next}>
            {texts.codesStored}
          </a>
        </div>
      </div>
    </Notice>
  );
}
