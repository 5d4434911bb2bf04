import { dateOnly, shorten } from "../formats";
import { Icon } from "../ui/icon";

const SHOWN = 9;

/**
 * A shortened click ID that links to the click and can be copied. Its first 12 hex digits are the click's time in
 * milliseconds since 1970.
 */
export function ClickIdLink({ id }: { id: string }) {
  const day = dateOnly(parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  const short = shorten(id, SHOWN);
  return (
    <span className="short">
      <a
        href={`/app/logs/click-outs?${new URLSearchParams({ clickId: id, start: day, end: day })}`}
        title={id}
        className="nowrap"
      >
        {short}
      </a>
      <copy-button>
        <button type="button" className="act" aria-label={`Copy ${short}`}>
          <Icon name="copy" />
        </button>
      </copy-button>
    </span>
  );
}
