import { Op } from "sequelize";
import { Office, Signal } from "~models";
import { adminAddresses, wantsMail } from "../accounts";
import { productUrl } from "../kernel/net/urls";
import { dayOf, isoTime, newYorkTime } from "../kernel/time";
import { queueMail } from "../mail";

/** New York's hour from which the mail of a day is sent. */
const FROM_HOUR = 8;

/**
 * Mails the open signals once a New York day: all of them to the admins and superadmins, those of an office to its manager, if
 * they want these mails. Without an open one there is no mail.
 */
export async function mailOpen(at: Date): Promise<void> {
  if (Number(isoTime(at).slice(11, 13)) < FROM_HOUR) return;
  const today = dayOf(at);
  if (await Signal.findOne({ where: { mailedOn: today } })) return;
  const open = await Signal.findAll({ where: { closedAt: null }, order: ["openedAt", "id"] });
  if (open.length === 0) return;
  for (const to of new Set(await adminAddresses("signals"))) await queueList(to, open);
  const companyId = [...new Set(open.flatMap((signal) => signal.companyId ?? []))];
  for (const office of await Office.findAll({
    where: { id: { [Op.in]: companyId } },
    include: "account",
    order: ["id"],
  })) {
    const { id, manEmail, account } = office;
    if (!manEmail || !account?.active || !wantsMail(account, "signals")) continue;
    await queueList(
      manEmail,
      open.filter((signal) => signal.companyId === id),
    );
  }
  await Signal.update({ mailedOn: today }, { where: { id: open.map(({ id }) => id) } });
}

async function queueList(to: string, open: readonly Signal[]): Promise<void> {
  const subject = `${open.length} open ${open.length === 1 ? "signal" : "signals"}`;
  const lines = open.flatMap(({ openedAt, sentence, expected, acknowledgedAt }) => [
    sentence,
    `  Expected: ${expected}`,
    `  Open since: ${newYorkTime(openedAt)}${acknowledgedAt ? ", acknowledged" : ""}`,
    "",
  ]);
  const text = [...lines, "The rows behind each of them:", "", productUrl("/app/logs/signals?open=1"), ""].join("\n");
  await queueMail({ to, subject, text });
}
