import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { period as periodText } from "../formats";
import { periodActs } from "../payroll/acts";
import { php, usd } from "../payroll/money";
import { actOf } from "../table/acts";
import { Act } from "../ui/confirm";
import { Icon } from "../ui/icon";
import { Unbroken } from "../ui/unbroken";
import { preview as texts } from "./texts";

type Props = {
  period: { id: number; start: string; end: string };
  due: Record<"php" | "usd" | "payable" | "carried" | "carriedPhp" | "heldPhp", number> &
    Record<"changedPayouts" | "missingPayouts", number>;
  /** The form for ticked accounts. */
  children: ReactNode;
};

/** The total to pay with its button, or the form for ticked accounts. It stays in sight while the list is read. */
export function PayBar({ period, due, children }: Props) {
  const { pathname, search } = useLocation();
  const total = due.payable === 0 ? texts.nothing : texts.total(php(due.php), usd(due.usd), due.payable);
  // In centavos: differences of decimal fractions are not exact.
  const negative = (Math.round(100 * due.carried) - Math.round(100 * due.heldPhp)) / 100;
  const missing = due.missingPayouts > 0 ? texts.missing(due.missingPayouts) : "";
  const told = [total, missing, periodActs.pay.note].filter(Boolean);
  const carried = due.carriedPhp > 0 ? texts.carried : texts.deducted;
  return (
    <section className="pay-bar">
      <div className="due">
        <p>
          <strong>{total}</strong>{" "}
          <small>
            {due.carriedPhp !== 0 && <> {carried(php(Math.abs(due.carriedPhp)))}</>}
            {due.changedPayouts > 0 && (
              <>
                {" "}
                <a href="?show=changed">{texts.changed(due.changedPayouts)}</a>
              </>
            )}
            {missing && (
              <>
                {" "}
                <a href="?show=missing">{missing}</a>
              </>
            )}
            {due.heldPhp !== 0 && <> {texts.heldBack(php(due.heldPhp))}</>}
            {negative !== 0 && (
              <>
                {" "}
                <Unbroken text={texts.negative(php(negative))} />
              </>
            )}
          </small>
        </p>
        <div className="acts">
          <Act
            act={actOf(periodActs, "pay", { html: told.map((text) => `<p>${text}</p>`).join("") })}
            label={texts.pay(due.payable)}
            of={texts.of(periodText(period))}
            action="/app/stats/pay-periods"
            fields={[["ids", period.id]]}
            standing
            primary
          />
          <a className="button" href={`${pathname}/export.csv${search}`}>
            <Icon name="export" />
            {texts.export}
          </a>
        </div>
      </div>
      {children}
    </section>
  );
}
