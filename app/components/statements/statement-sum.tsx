import { statements as texts } from "~/components/statements/texts";
import { dateOnly, period as formatted, pesos, signed } from "../formats";
import { payouts } from "../payouts/texts";
import { Amount } from "../ui/amount";
import { Dated } from "../ui/line-breaks";
import type { Payment } from "./settlement";
import type { Period, Sheet } from "./statement";
import { holdText } from "./statement-state";

type Props = { sheet: Sheet; period: Period & { state: keyof typeof texts.balance }; periods: readonly Named[] };
type Named = { value: number; label: string };

/** The balance, which is the total of the lines below, and what was paid of the half-month. */
export function StatementSum({ sheet, period, periods }: Props) {
  const { state, hold, unpaid, payments } = sheet.settlement;
  const payDate = unpaid.php > 0 ? sheet.settlement.payDate : null;
  const nothingIsDue = (state === "closed" || state === "carried") && unpaid.php <= 0;
  const outcome = nothingIsDue ? texts.nothingDue : texts.settled[state];
  return (
    <div className="balance">
      <p>
        {texts.balance[period.state]}{" "}
        <strong>
          <Amount text={signed(pesos, sheet.total.php)} />
        </strong>
      </p>
      {payments.map((payment) => (
        <p key={`${payment.run} ${payment.failedAt}`}>
          <Paid {...{ payment, period, periods }} />
        </p>
      ))}
      {(outcome || hold || payDate) && (
        <p>
          <Dated text={[outcome, hold && holdText(hold), payDate && texts.dueOn(payDate)].filter(Boolean).join(". ")} />
        </p>
      )}
    </div>
  );
}

/** The parts of the balance, as a sum that can be checked by eye. */
export function BalanceParts({ sheet, period }: Omit<Props, "periods">) {
  const { opening, inPeriod, payments, total, settlement } = sheet;
  const parts: readonly (readonly [number, string])[] = [
    [opening.php, texts.carriedOver],
    [inPeriod.php, texts.inPeriod(formatted(period))],
    [payments.php, texts.paidOut],
  ];
  const { unpaid } = settlement;
  // In centavos: differences of decimal fractions are not exact.
  const paidLater = (Math.round(100 * unpaid.php) - Math.round(100 * total.php)) / 100;
  // A closed half-month is left with less than its balance if an earlier one is paid after it was closed.
  const isLeft = period.state === "paid" ? unpaid.php !== 0 : paidLater !== 0;
  return (
    <ul className="adds">
      {parts
        .filter(([php], index) => index === 1 || php !== 0)
        .map(([php, label], index) => (
          <Part key={label} php={php} label={label} sign={index > 0 && php > 0 ? "+" : ""} />
        ))}
      <Part php={total.php} label={texts.balance[period.state]} sign="=" />
      {isLeft && paidLater !== 0 && <Part php={paidLater} label={texts.paidLater} sign={paidLater > 0 ? "+" : ""} />}
      {isLeft && (
        <Part
          php={unpaid.php}
          label={period.state === "paid" ? texts.carriesOver : texts.toPay}
          sign={paidLater === 0 ? "" : "="}
        />
      )}
    </ul>
  );
}

const Part = ({ php, label, sign }: { php: number; label: string; sign: string }) => (
  <li>
    <b className={php < 0 ? "neg" : undefined}>
      {sign && `${sign} `}
      <Amount text={signed(pesos, php)} />
    </b>{" "}
    <Dated text={label} />
  </li>
);

/** One payment: its amount, day and reference, or that it failed. */
function Paid({ payment, period, periods }: { payment: Payment; period: Period; periods: readonly Named[] }) {
  const { php, at, reference, failedAt, failedReason, periodId, exported, destination } = payment;
  const amount = signed(pesos, php);
  const name = reference && `(${reference})`;
  if (failedAt)
    return <Dated text={[texts.failedOn(amount, dateOnly(failedAt), failedReason), name].filter(Boolean).join(" ")} />;
  const other = periodId === period.id ? undefined : periods.find(({ value }) => value === periodId)?.label;
  const details = [
    texts.paidOn(dateOnly(at)),
    other && texts.paidWith(other),
    name,
    wayOf(destination),
    !exported && texts.notExported,
  ];
  return (
    <>
      {texts.paidNow}{" "}
      <b>
        <Amount text={amount} />
      </b>{" "}
      <Dated text={details.filter(Boolean).join(" ")} />
    </>
  );
}

/** How it was paid: the method, and how the agent's own details end. */
function wayOf(destination: Payment["destination"]): string | null {
  if (destination === null) return null;
  const { method, payee, ending } = destination;
  const detail = payee === "office" ? payouts.throughOffice : ending && payouts.ending(ending);
  return [texts.paidBy[method], detail].filter(Boolean).join(" ");
}
