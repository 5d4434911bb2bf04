import { CopyField } from "../ui/copy-field";
import { Notice } from "../ui/notice";
import { webhooks as texts } from "./texts";

const isSecret = (value: unknown): value is { id: number; secret: string } =>
  typeof value === "object" && value !== null && "id" in value && "secret" in value && typeof value.secret === "string";

/** A new secret of this endpoint. It is shown only once. */
export function ShownSecret({ revealed, id }: { revealed: unknown; id: number }) {
  if (!isSecret(revealed) || revealed.id !== id) return null;
  return (
    <Notice>
      <div className="stack">
        <p role="status">{texts.shownOnce}</p>
        <CopyField id="made-secret" value={revealed.secret} label={texts.secret} />
      </div>
    </Notice>
  );
}
