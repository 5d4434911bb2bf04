import { approvalActs } from "~/components/agents/acts";
import { approvals as texts } from "~/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { agents } from "~/gate.server";
import { confirmNamed } from "~/http/forms/confirm.server";

export const loader = confirmNamed(approvalActs, agents.named);
export const meta = confirmTitle(texts.heading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
