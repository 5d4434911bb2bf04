import { logs as texts } from "~/texts";
import { shorten } from "../formats";

/** Maximum number of characters shown, to limit the page's size. The export has the full value. */
const MAX_LENGTH = 4_000;

/** Shortened parameters that expand to formatted JSON. */
export function JsonDetails({ value }: { value: unknown }) {
  const short = JSON.stringify(value) as string | undefined;
  if (short === undefined || short === "{}" || short === "null") return null;
  const whole = JSON.stringify(value, null, 2);
  return (
    <details className="json">
      <summary>{shorten(short, 16)}</summary>
      <pre>
        {whole.slice(0, MAX_LENGTH)}
        {whole.length > MAX_LENGTH && texts.cutText(whole.length - MAX_LENGTH)}
      </pre>
    </details>
  );
}
