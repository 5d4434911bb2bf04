import { ShortText } from "../ui/short-text";
import { ClickIdLink } from "./click-id";

type Props = { clickId: string; txid: string | null; amount?: string | null; currency?: string | null };

/** The click of the event, and the site's own ID and amount. */
export function SaleOrigin({ clickId, txid, amount, currency }: Props) {
  const paid = [amount, currency].filter(Boolean).join("\u00a0");
  return (
    <>
      <ClickIdLink id={clickId} />
      {(txid || paid) && (
        <small className="note">
          {" "}
          <ShortText text={[txid, paid].filter(Boolean).join(", ")} />
        </small>
      )}
    </>
  );
}
