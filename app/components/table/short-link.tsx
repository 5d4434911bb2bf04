import { shorten } from "../formats";
import { Icon } from "../ui/icon";

/** A URL cut to `max` characters. The full URL is in its tooltip, expands on click or key press, and can be copied. */
export function ShortLink({ url, max = 30 }: { url: string; max?: number }) {
  const short = shorten(url, max);
  if (short === url) return <>{url}</>;
  return (
    <span className="short">
      <details>
        <summary title={url}>{short}</summary>
        <code>{url}</code>
      </details>
      <copy-button>
        <button type="button" className="act" aria-label={`Copy ${short}`}>
          <Icon name="copy" />
        </button>
      </copy-button>
    </span>
  );
}
