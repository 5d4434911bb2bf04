import { Account, Admin, WebhookEndpoint } from "~models";
import { inNewTransaction } from "../../kernel/database/transactions";
import { productUrl } from "../../kernel/net/urls";
import { levels } from "../../kernel/operation/roles";
import { sendMail } from "../../mail";

/** Informs the manager of the endpoint's office, or the superadmins, that events are no longer sent to it. */
export async function mailDisabled(endpointId: number): Promise<void> {
  const mails = await inNewTransaction(async () => {
    const endpoint = await WebhookEndpoint.findByPk(endpointId, { include: "office" });
    if (!endpoint) return [];
    const { id, name, url } = endpoint;
    const recipients = endpoint.office ? [endpoint.office.manEmail] : await superadminAddresses();
    const text = [
      `The webhook endpoint "${name || url}" was disabled because no event could be delivered to it for three days.`,
      "Events that happen from now on are not sent to it. Those that are waiting are sent once it is enabled again:",
      ...["", productUrl(`/app/profile/webhooks/${id}`), ""],
    ].join("\n");
    return recipients.filter(Boolean).map((to) => ({ to, subject: "A webhook endpoint was disabled", text }));
  });
  for (const mail of mails) await sendMail(mail);
}

async function superadminAddresses(): Promise<string[]> {
  const where = { role: levels.superadmin, active: true, deletedAt: null };
  const admins = await Admin.findAll({ include: [{ model: Account, as: "account", where }] });
  return admins.map(({ email }) => email);
}
