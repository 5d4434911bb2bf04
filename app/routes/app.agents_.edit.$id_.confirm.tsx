import { deletionActs } from "~/components/agents/acts";
import { lossText } from "~/components/agents/loss-text";
import { confirmTitle } from "~/components/table/confirm-screen";
import { agents, payroll } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";
import { agents as texts } from "~/texts";

export const loader = confirmLoader(deletionActs, {
  queries: { form: agents.editScreen, loss: payroll.deletionLoss },
  about: ({ form, loss }) => ({ names: [form.agent.username], note: loss ? lossText(loss) : undefined }),
  record: ({ form }) => [["username", form.agent.username]],
});
export const meta = confirmTitle(texts.update);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
