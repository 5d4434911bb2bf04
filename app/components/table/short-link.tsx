import { shorten } from "../formats";

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
      <CopyShort of={short} />
    </span>
  );
}

/** Copies what is shortened beside it. The style sheet draws its icon, because a log has a hundred of these buttons. */
export const CopyShort = ({ of }: { of: string }) => (
  <copy-button>
    <button type="button" aria-label={`Copy ${of}`} />
  </copy-button>
);
