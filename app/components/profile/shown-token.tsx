import { tokens as texts } from "~/texts";
import { CopyField } from "../ui/copy-field";
import { Notice } from "../ui/notice";

type Token = { kind: string; name: string; token: string; url: string };

const isToken = (value: unknown): value is Token =>
  typeof value === "object" && value !== null && "token" in value && "url" in value;

/** A token that was just made: with the next page it is gone. */
export function ShownToken({ made }: { made: unknown }) {
  if (!isToken(made)) return null;
  const { kind, name, token, url } = made;
  return (
    <Notice>
      <div className="stack">
        <p role="status">
          {name && <b>{name}: </b>}
          {texts.shownOnce}
        </p>
        {kind === "client" ? (
          <CopyField id="made-token" value={token} label={texts.shownToken} />
        ) : (
          <CopyField id="made-link" value={url} label={texts.shownLink} />
        )}
      </div>
    </Notice>
  );
}
