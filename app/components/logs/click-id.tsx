import { shorten } from "../formats";
import { CopyShort } from "../table/short-link";

const SHOWN = 9;

/** A shortened click ID that can be copied. It links to what became of the click: its events, postbacks and pay. */
export function ClickIdLink({ id }: { id: string }) {
  const short = shorten(id, SHOWN);
  return (
    <span className="short">
      <a href={`/app/links/doctor?link=${id}`} className="nowrap">
        {short}
      </a>
      <CopyShort of={short} />
    </span>
  );
}
