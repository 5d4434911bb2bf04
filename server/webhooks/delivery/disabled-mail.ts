import { WebhookEndpoint } from "~models";
import { superadminAddresses, wantsMail } from "../../accounts";
import { inNewTransaction } from "../../kernel/database/transactions";
import { productUrl } from "../../kernel/net/urls";
import { queueMail } from "../../mail";

/**
 * Informs the agent, the manager of the endpoint's office, or the superadmins, that events are no longer sent to it, unless
 * they switched these mails off.
 */
export const mailDisabled = (endpointId: number): Promise<void> =>
  inNewTransaction(async () => {
    const endpoint = await WebhookEndpoint.findByPk(endpointId, {
      include: ["agent", { association: "office", include: ["account"] }],
    });
    if (!endpoint) return;
    const { id, name, url, office, agent } = endpoint;
    const manager = office?.account && wantsMail(office.account, "webhookDisabled") ? [office.manEmail] : [];
    const ofOffice = office ? manager : await superadminAddresses("webhookDisabled");
    const recipients = agent ? [agent.email] : ofOffice;
    const text = [
      `The webhook endpoint "${name || url}" was disabled because no event could be delivered to it for three days.`,
      "Events that happen from now on are not sent to it. Those that are waiting are sent once it is enabled again:",
      ...["", productUrl(`/app/profile/webhooks/${id}`), ""],
    ].join("\n");
    for (const to of recipients.filter(Boolean)) {
      await queueMail({ to, subject: "A webhook endpoint was disabled", text });
    }
  });
