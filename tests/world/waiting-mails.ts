import { WaitingMail } from "~models";
import { readTransaction } from "../../server/kernel/database/transactions";
import { unseal } from "../../server/kernel/process/secrets";
import { mailContext, type Mail } from "../../server/mail";

/** The mails to an address, oldest first, that were written in this process and wait to be sent: headers, then the text. */
export async function waitingMailsTo(address: string): Promise<string[]> {
  const rows = await readTransaction(() => WaitingMail.findAll({ order: [["id", "ASC"]] }));
  return rows
    .map(({ sealed }) => JSON.parse(unseal(sealed, mailContext).toString()) as Mail)
    .filter(({ to }) => to === address)
    .map(({ to, subject, text }) => `To: ${to}\nSubject: ${subject}\n\n${text}`);
}
