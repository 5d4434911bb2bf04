import { agentActs, statusActs } from "~/components/agents/acts";
import { agents as texts } from "~/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { agents } from "~/gate.server";
import { confirmNamed } from "~/http/forms/confirm.server";

export const loader = confirmNamed({ ...statusActs, ...agentActs }, agents.named);
export const meta = confirmTitle(texts.tabs.label);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
