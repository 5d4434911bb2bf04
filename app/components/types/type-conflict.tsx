import { types } from "~/components/types/texts";
import { Conflict } from "../ui/conflict";
import type { Refused } from "../form/form";

const texts = types.form;
const bonusFields = ["bonusPayout", "bonusEarning", "bonusLpp"] as const;
type Labels = Readonly<Record<"bonus" | (typeof bonusFields)[number], string>>;

/** Another person's saved changes to a link, next to the typed values. */
export const TypeConflict = ({ refused, bonus }: { refused: Refused | undefined; bonus: Labels }) => (
  <Conflict
    refused={refused}
    fields={[
      ...(["typename", "typealias", "url", "bbrCh", "payout", "earning", "lpp"] as const).map(
        (name) => [name, texts[name], text] as const,
      ),
      ["bonus", bonus.bonus, yesNo],
      ...bonusFields.map((name) => [name, bonus[name], text] as const),
      ["status", texts.activated, yesNo],
      ["showNoSalesStat", texts.showNoSalesStat, yesNo],
      ["feeGeos", texts.geos, feesText],
      ["allowedHosts", texts.allowedHosts, hostsText],
    ]}
  />
);

type Fee = Readonly<Record<string, unknown>>;
const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
const yesNo = (value: unknown) => (["on", "1", "true"].includes(String(value)) ? "Yes" : "No");

const hostsText = (hosts: unknown): string => (Array.isArray(hosts) ? hosts.join(", ") : text(hosts));

const feesText = (fees: unknown): string =>
  (Array.isArray(fees) ? (fees as Fee[]) : [])
    .map(({ geo, payout, earning }) => `${text(geo)} ${text(payout)} / ${text(earning)}`)
    .join(", ");
