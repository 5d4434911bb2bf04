import { endpointActs } from "~/components/webhooks/acts";
import { webhooks as texts } from "~/components/webhooks/texts";
import { confirmTitle } from "~/components/table/confirm-screen";
import { webhooks } from "~/gate.server";
import { confirmLoader } from "~/http/forms/confirm.server";

export const loader = confirmLoader(endpointActs, {
  queries: { endpoint: webhooks.read },
  about: ({ endpoint }) => ({ names: [`${endpoint.name} (${endpoint.url})`] }),
});
export const meta = confirmTitle(texts.updateHeading);
export { ConfirmScreen as default } from "~/components/table/confirm-screen";
