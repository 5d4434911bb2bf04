import { logs as texts } from "~/texts";
import { shorten } from "../formats";

/** Maximum number of characters shown, to limit the page's size. The export has the full value. */
const MAX_LENGTH = 4_000;

/** Shortened parameters that open as formatted JSON over the page. */
export function JsonDetails({ value }: { value: unknown }) {
  const short = JSON.stringify(value) as string | undefined;
  if (short === undefined || short === "{}" || short === "null") return null;
  const whole = JSON.stringify(value, null, 2);
  return (
    <details className="drop json" name="json">
      <summary>{shorten(short, 10)}</summary>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable region */}
      <pre tabIndex={0}>
        {whole.slice(0, MAX_LENGTH)}
        {whole.length > MAX_LENGTH && texts.cutText(whole.length - MAX_LENGTH)}
      </pre>
    </details>
  );
}
