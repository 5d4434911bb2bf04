import { WebhookEndpoint } from "~models";
import { superadminAddresses } from "../../accounts";
import { inNewTransaction } from "../../kernel/database/transactions";
import { productUrl } from "../../kernel/net/urls";
import { queueMail } from "../../mail";

/** Informs the manager of the endpoint's office, or the superadmins, that events are no longer sent to it. */
export const mailDisabled = (endpointId: number): Promise<void> =>
  inNewTransaction(async () => {
    const endpoint = await WebhookEndpoint.findByPk(endpointId, { include: "office" });
    if (!endpoint) return;
    const { id, name, url } = endpoint;
    const recipients = endpoint.office ? [endpoint.office.manEmail] : await superadminAddresses();
    const text = [
      `The webhook endpoint "${name || url}" was disabled because no event could be delivered to it for three days.`,
      "Events that happen from now on are not sent to it. Those that are waiting are sent once it is enabled again:",
      ...["", productUrl(`/app/profile/webhooks/${id}`), ""],
    ].join("\n");
    for (const to of recipients.filter(Boolean)) {
      await queueMail({ to, subject: "A webhook endpoint was disabled", text });
    }
  });
