import { useLocation } from "@remix-run/react";
import { period as periodText } from "../formats";
import { payroll } from "../payroll/texts";
import { php, usd } from "../payroll/money";
import { Act } from "../ui/confirm";
import { preview as texts } from "./texts";

type Props = {
  period: { id: number; start: string; end: string };
  due: { php: number; usd: number; payable: number; carriedPhp: number; heldPhp: number; changedPayouts: number };
};

/** The total to pay with its button. It stays in sight while the list is read. */
export function PayBar({ period, due }: Props) {
  const { pathname, search } = useLocation();
  const total = due.payable === 0 ? texts.nothing : texts.total(php(due.php), usd(due.usd), due.payable);
  const carried = due.carriedPhp > 0 ? texts.carried : texts.deducted;
  return (
    <section className="pay-bar">
      <p>
        <strong>{total}</strong>
        {due.carriedPhp !== 0 && <> {carried(php(Math.abs(due.carriedPhp)))}</>}
        {due.changedPayouts > 0 && (
          <>
            {" "}
            <a href="?show=changed">{texts.changed(due.changedPayouts)}</a>
          </>
        )}
        {due.heldPhp !== 0 && <> {texts.heldBack(php(due.heldPhp))}</>}
      </p>
      <div className="acts">
        <Act
          standing
          label={texts.pay}
          of={texts.of(periodText(period))}
          intent="pay"
          action="/app/stats/pay-periods"
          fields={[["ids", period.id]]}
          heading={payroll.asks.pay.one}
          html={`<p>${total}</p><p>${payroll.payWarning}</p>`}
        />
        <a href={`${pathname}/export.csv${search}`}>{texts.export}</a>
      </div>
    </section>
  );
}
