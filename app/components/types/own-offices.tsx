import { types } from "~/components/types/texts";
import { pesos } from "../formats";

const SHOWN = 5;

/** The offices whose own price takes precedence over the prices of countries; the first five by name. */
export function OwnOffices({ offices }: { offices: readonly { officeName: string; payout: number }[] }) {
  if (offices.length === 0) return null;
  const shown = offices.slice(0, SHOWN).map(({ officeName, payout }) => `${officeName} ${pesos(payout)}`);
  const more = offices.length > SHOWN ? [types.form.moreOffices(offices.length - SHOWN)] : [];
  return <p className="note">{types.form.ownOffices([...shown, ...more].join(", "), offices.length)}</p>;
}
