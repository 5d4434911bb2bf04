import { actOf } from "../table/acts";
import { Act } from "../ui/confirm";
import { Dated } from "../ui/line-breaks";
import { payoutActs } from "./acts";

type Props = {
  payout: { name: string; version: number; mayConfirm: boolean; whyNotConfirm: string | null };
  action: string;
};

/** The button with which a superadmin confirms new details that wait, or why this one may not. */
export const ConfirmPayout = ({ payout: { name, version, mayConfirm, whyNotConfirm }, action }: Props) =>
  mayConfirm ? (
    <div className="acts">
      <Act act={actOf(payoutActs, "confirm")} of={name} action={action} fields={[["version", version]]} standing />
    </div>
  ) : (
    whyNotConfirm && (
      <p className="note">
        <Dated text={whyNotConfirm} />
      </p>
    )
  );
