import { statements as texts } from "~/components/statements/texts";
import { dateOnly, period as formatted, pesos, signed } from "../formats";
import { Unbroken } from "../ui/unbroken";
import type { Payment, Settlement } from "./settlement";
import type { Period, Sheet } from "./statement";

type Props = { sheet: Sheet; period: Period & { state: keyof typeof texts.balance }; periods: readonly Named[] };
type Named = { value: number; label: string };

/** The earned and paid amounts of a half-month, and below them the parts of the balance. */
export function StatementSum({ sheet, period, periods }: Props) {
  const { opening, inPeriod, payments, total, settlement } = sheet;
  const { state, hold, unpaid } = settlement;
  const parts: readonly (readonly [number, string])[] = [
    [inPeriod.php, texts.inPeriod(formatted(period))],
    [opening.php, texts.carriedOver],
    [payments.php, texts.paidOut],
  ];
  const ofBalance = parts
    .filter(([php], index) => index === 0 || php !== 0)
    .map(([php, label]) => `${signed(pesos, php)} ${label}`)
    .join(" · ");
  const isCarried = period.state === "paid" && unpaid.php !== 0;
  const carried = isCarried ? `. ${signed(pesos, unpaid.php)} ${texts.carriesOver}` : "";
  const nothingIsDue = state === "carried" && unpaid.php <= 0;
  const outcome = nothingIsDue ? texts.nothingDue : texts.settled[state];
  return (
    <>
      <div className="balance">
        <p>
          {texts.earned[period.state]} <strong>{signed(pesos, settlement.earned.php)}</strong>
        </p>
        {settlement.payments.map((payment) => (
          <p key={`${payment.run} ${payment.failedAt}`}>
            <Paid {...{ payment, period, periods }} />
          </p>
        ))}
        {(outcome || hold) && <p>{[outcome, hold && holdText(hold)].filter(Boolean).join(". ")}</p>}
      </div>
      <p className="note">
        <Unbroken text={`${texts.balance[period.state]} ${signed(pesos, total.php)}: ${ofBalance}${carried}`} />
      </p>
    </>
  );
}

/** One payment: its amount, day and reference, or that it failed. */
function Paid({ payment, period, periods }: { payment: Payment; period: Period; periods: readonly Named[] }) {
  const { php, at, reference, failedAt, failedReason, periodId, exported } = payment;
  const amount = signed(pesos, php);
  const name = reference && `(${reference})`;
  if (failedAt) return [texts.failedOn(amount, dateOnly(failedAt), failedReason), name].filter(Boolean).join(" ");
  const other = periodId === period.id ? undefined : periods.find(({ value }) => value === periodId)?.label;
  return (
    <>
      {texts.paidNow} <strong>{amount}</strong>{" "}
      {[texts.paidOn(dateOnly(at)), other && texts.paidWith(other), name, !exported && texts.notExported]
        .filter(Boolean)
        .join(" ")}
    </>
  );
}

const holdText = ({ at, reason, by }: NonNullable<Settlement["hold"]>): string =>
  texts.heldBack(dateOnly(at), reason, by);

/** The state of an agent or office in a half-month. A hold says since when, why and by whom. */
export function stateText(
  periodState: keyof typeof texts.balance,
  { state, hold }: Pick<Settlement, "state" | "hold">,
) {
  if (hold === null) return texts.states[state];
  return periodState === "open" ? `${texts.states.open}. ${holdText(hold)}` : holdText(hold);
}
