import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { isThisMachine } from "../kernel/addresses/loopback";
import { now } from "../kernel/time/now";
import { config } from "../kernel/process/config";
import { newToken } from "../kernel/process/secrets";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** The number of a seal of the audit, the file of whose day is attached. */
  auditSeal?: number;
  /** The ID of a saved view, whose figures and rows are added. */
  view?: number;
  /** Makes a mail that was sent twice recognizable as one: its Message-ID, and the name of its file in the outbox. */
  key?: string;
};
/** Parts that are added to a mail when it is sent, so that no copy of the data waits. */
export type Parts = { text: string; attachments: { filename: string; content: Buffer }[] };

/**
 * Sends a mail through SMTP_URL, with TLS unless the server is on this machine. Without SMTP_URL, the mail becomes a
 * file in DATA_DIR/outbox that only the server's user can read.
 */
export async function sendMail({ to, subject, text, key }: Mail, added?: Parts): Promise<void> {
  const { SMTP_URL, DATA_DIR } = config();
  const mailOptions = {
    ...{ to, subject, text: text + (added?.text ?? ""), attachments: added?.attachments ?? [] },
    ...{ from: sender(), date: now() },
    ...(key && { messageId: `<${key}@${host()}>` }),
  };
  if (SMTP_URL) {
    const url = new URL(SMTP_URL);
    // Options in the URL override all others. Sending to a server without TLS fails, and the error is logged.
    if (!isThisMachine(url.hostname)) url.searchParams.set("requireTLS", "true");
    await createTransport({ url: url.href, connectionTimeout: 10_000, socketTimeout: 10_000 }).sendMail(mailOptions);
    return;
  }
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(mailOptions);
  const outbox = join(DATA_DIR, "outbox");
  await mkdir(outbox, { recursive: true, mode: 0o700 });
  const name = `${key ?? `${now().toISOString().replaceAll(":", "")}-${newToken(6)}`}.eml`;
  await writeFile(join(outbox, name), message as Buffer, { mode: 0o600 });
}

const sender = (): string => config().SUPPORT_EMAIL ?? `no-reply@${host()}`;

function host(): string {
  const { APP_URL } = config();
  return APP_URL ? new URL(APP_URL).hostname : "localhost";
}
