import { Op } from "sequelize";
import { WaitingMail } from "~models";
import { inNewTransaction, isUnreachable } from "../kernel/database/transactions";
import { log } from "../kernel/process/log";
import { counter } from "../kernel/process/metrics";
import { seal, unseal } from "../kernel/process/secrets";
import { HOUR_MS } from "../kernel/time/durations";
import { now } from "../kernel/time/now";
import { type Mail, type Parts, sendMail } from "./send";

/** Some mails have links that set a password. */
export const mailContext = "mails";

const AT_ONCE = 10;
const MINUTE_MS = HOUR_MS / 60;
/**
 * Pauses after the first failure, the second and so on. After the last one, three days after it was written, a mail is
 * given up. The first is also how long others wait for a process that died while it sent.
 */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 9 * HOUR_MS, 24 * HOUR_MS, 36 * HOUR_MS];

const sent = counter("mails_total", "Attempts to send a mail, by outcome.", "outcome");

/** Sends a mail once the open transaction is committed. */
export async function queueMail(mail: Mail): Promise<void> {
  const at = now();
  const sealed = seal(JSON.stringify(mail), mailContext);
  await WaitingMail.create({ sealed, createdAt: at, nextTryAt: at });
}

/** Makes the file of a sealed day of the audit. */
type AttachDay = (auditSeal: number) => Promise<Parts>;
/** Makes the text and the file of a saved view. Null: its owner is not to get it any more. */
type AttachView = (view: number) => Promise<Parts | null>;
const withdrawn: AttachView = () => Promise.resolve(null);

/**
 * Sends the mails that are due. Several processes and servers may do this at once. A mail is sent again only if the
 * process died before it noted that the mail server took it.
 */
export async function sendWaiting(attachDay: AttachDay, attachView = withdrawn): Promise<void> {
  const partsOf = async ({ auditSeal, view }: Mail) =>
    auditSeal !== undefined ? attachDay(auditSeal) : view === undefined ? undefined : attachView(view);
  try {
    await Promise.all((await claim()).map((mail) => send(mail, partsOf)));
  } catch (error) {
    // Reported elsewhere; the mails wait.
    if (!isUnreachable(error)) throw error;
  }
}

/** The number of mails that are tried again, because the mail server did not take them. The first try may be under way. */
export const countFailed = (): Promise<number> => WaitingMail.count({ where: { tries: { [Op.gt]: 1 } } });

/** Postpones the mails that are due, so that no other process takes them. */
const claim = (): Promise<WaitingMail[]> =>
  inNewTransaction(async () => {
    const due = await WaitingMail.findAll({
      where: { nextTryAt: { [Op.lte]: now() } },
      order: [["nextTryAt", "ASC"]],
      limit: AT_ONCE,
      lock: true,
      skipLocked: true,
    });
    for (const mail of due) {
      const pause = PAUSES_MS[mail.tries] ?? 0;
      await mail.update({ tries: mail.tries + 1, nextTryAt: new Date(now().getTime() + pause) });
    }
    return due;
  });

type PartsOf = (mail: Mail) => Promise<Parts | undefined | null>;

async function send({ id, sealed, tries, nextTryAt }: WaitingMail, partsOf: PartsOf): Promise<void> {
  const done = () => inNewTransaction(() => WaitingMail.destroy({ where: { id } }));
  try {
    const mail = JSON.parse(unseal(sealed, mailContext).toString()) as Mail;
    const added = await partsOf(mail);
    if (added === null) {
      sent.add({ outcome: "withdrawn" });
      await done();
      return;
    }
    await sendMail(mail, added);
  } catch (err) {
    const isLast = tries > PAUSES_MS.length;
    sent.add({ outcome: isLast ? "given up" : "failed" });
    if (isLast) {
      await done();
      log().error({ event: "mail given up", tries, err });
    } else log().warn({ event: "mail not sent", tries, nextTryAt, err });
    return;
  }
  sent.add({ outcome: "sent" });
  await done();
}
