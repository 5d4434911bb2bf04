import { shorten } from "../formats";

/** A URL cut to `max` characters. The full URL expands on click or key press, and can be copied. */
export function ShortLink({ url, max = 30 }: { url: string; max?: number }) {
  const short = shorten(url, max);
  if (short === url) return <>{url}</>;
  return (
    <span className="short">
      <details>
        <summary>{short}</summary>
        <code>{url}</code>
      </details>
      <CopyShort of="address" />
    </span>
  );
}

/**
 * Copies the value that is shortened beside it. A log has a hundred of these buttons, so the style sheet draws the icon, and the
 * row says whose value it is.
 */
export const CopyShort = ({ of }: { of: string }) => (
  <copy-button>
    <button type="button" aria-label={`Copy ${of}`} />
  </copy-button>
);
