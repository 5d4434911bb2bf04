import { twoStep as texts } from "~/texts";
import { Notice } from "../ui/notice";

const hasCodes = (value: unknown): value is { recoveryCodes: string[] } =>
  typeof value === "object" && value !== null && "recoveryCodes" in value;

/** Newly created recovery codes. They are shown only once. */
export function RecoveryCodes({ made: revealed }: { made: unknown }) {
  if (!hasCodes(revealed)) return null;
  return (
    <Notice>
      <h2>{texts.codesHeading}</h2>
      <p role="status">{texts.codesText}</p>
      <ol className="codes">
        {revealed.recoveryCodes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </Notice>
  );
}
