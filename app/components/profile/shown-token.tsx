import { tokens as texts } from "~/texts";
import { CopyField } from "../ui/copy-field";
import { Notice } from "../ui/notice";

type Token = { name: string; token: string; url: string | null };

const isToken = (value: unknown): value is Token =>
  typeof value === "object" && value !== null && "token" in value && "url" in value;

/** A newly created token. It is shown only once. */
export function ShownToken({ made: revealed }: { made: unknown }) {
  if (!isToken(revealed)) return null;
  const { name, token, url } = revealed;
  return (
    <Notice>
      <div className="stack">
        <p role="status">
          {name && <b>{name}: </b>}
          {texts.shownOnce}
        </p>
        {url === null ? (
          <CopyField id="made-token" value={token} label={texts.shownToken} />
        ) : (
          <CopyField id="made-link" value={url} label={texts.shownLink} />
        )}
      </div>
    </Notice>
  );
}
