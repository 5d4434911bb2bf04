import { CopyShort } from "../table/short-link";

/**
 * A click ID, which a screen shortens and paper does not, with a button that copies it. It links to what became of the
 * click: its events, postbacks and pay.
 */
export function ClickIdLink({ id }: { id: string }) {
  return (
    <span className="short">
      <a href={`/app/links/doctor?link=${id}`} className="cut">
        {id}
      </a>
      <CopyShort of="click ID" />
    </span>
  );
}
