import { createServer } from "node:net";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { WaitingMail } from "~models";
import { readTransaction, writeTransaction } from "../../server/kernel/database/transactions";
import { config, overrideConfig } from "../../server/kernel/process/config";
import { attention } from "../../server/home";
import { perform } from "../../server/kernel/operation/perform";
import { system } from "../../server/kernel/operation/roles";
import { attachDay } from "../../server/audit";
import { queueMail, sendWaiting } from "../../server/mail";
import { sendMail } from "../../server/mail/send";
import { withFixedTime } from "../../server/kernel/time/now";
import { freePort } from "../world/free-port";

const MAIL = { to: "somebody@example.org", subject: "Your new password", text: "A link that nobody else may read." };

const endings: (() => void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) end();
  overrideConfig({ SMTP_URL: undefined });
  await writeTransaction(() => WaitingMail.destroy({ where: {} }));
  await rm(outbox(), { recursive: true, force: true });
});

const outbox = () => join(config().DATA_DIR, "outbox");
const sent = async () => {
  const names = await readdir(outbox()).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(outbox(), name), "utf8")));
};
const waiting = () => readTransaction(() => WaitingMail.findAll());
const HOUR_MS = 3_600_000;
const onHome = () => perform(attention, system, {}, { channel: "program", ip: null, userAgent: "test" });
const after = (hours: number) => withFixedTime(new Date(Date.now() + hours * HOUR_MS), () => sendWaiting(attachDay));

/** A mail server on this machine that announces `offers` in its greeting and records every line it receives. */
async function aMailServer(offers: readonly string[] = []) {
  const port = await freePort();
  const lines: string[] = [];
  let inData = false;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 ready\r\n");
    socket.on("data", (bytes) => {
      for (const line of bytes.toString("latin1").split("\r\n").filter(Boolean)) {
        lines.push(line);
        if (inData) {
          if (line === ".") {
            inData = false;
            socket.write("250 taken\r\n");
          }
        } else if (/^EHLO/i.test(line))
          socket.write(["250-here", ...offers.map((o) => `250-${o}`), "250 SIZE"].join("\r\n") + "\r\n");
        else if (/^STARTTLS/i.test(line)) socket.write(offers.includes("STARTTLS") ? "220 go on\r\n" : "502 no\r\n");
        else if (/^DATA/i.test(line)) {
          inData = true;
          socket.write("354 go on\r\n");
        } else socket.write("250 ok\r\n");
      }
    });
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  endings.push(() => server.close());
  return { port, lines };
}

// Reaches this machine, but is not a loopback address.
const OTHER = "0.0.0.0";
const CLEAR = /^(MAIL FROM|RCPT TO|DATA|A link)/;

test("a mail to another host is not sent unencrypted: a server without TLS gets neither text nor recipient", async () => {
  for (const options of ["", "?ignoreTLS=true", "?requireTLS=false&opportunisticTLS=true"]) {
    const { port, lines } = await aMailServer();
    overrideConfig({ SMTP_URL: `smtp://${OTHER}:${port}${options}` });
    await expect(sendMail(MAIL)).rejects.toThrow();
    expect(lines).toContain("STARTTLS");
    expect(lines.filter((line) => CLEAR.test(line))).toEqual([]);
  }
});

test("a server whose TLS handshake fails gets nothing unencrypted either", async () => {
  const { port, lines } = await aMailServer(["STARTTLS"]);
  overrideConfig({ SMTP_URL: `smtp://${OTHER}:${port}` });
  await expect(sendMail(MAIL)).rejects.toThrow();
  expect(lines.filter((line) => CLEAR.test(line))).toEqual([]);
});

test("a mail server on this machine needs no TLS", async () => {
  for (const host of ["127.0.0.1", "localhost"]) {
    const { port, lines } = await aMailServer();
    overrideConfig({ SMTP_URL: `smtp://${host}:${port}` });
    await sendMail(MAIL);
    expect(lines).toContain("RCPT TO:<somebody@example.org>");
    expect(lines).toContain(MAIL.text);
  }
});

test("a mail without a mail server is a file that only the server's user can read", async () => {
  await sendMail(MAIL);
  expect((await stat(outbox())).mode & 0o077).toBe(0);
  for (const name of await readdir(outbox())) expect((await stat(join(outbox(), name))).mode & 0o077).toBe(0);
  expect(await sent()).toEqual([expect.stringContaining(MAIL.text)]);
});

test("a mail is sent once its transaction is committed, once also by two processes, and not if it was undone", async () => {
  const undone = writeTransaction(async () => {
    await queueMail({ ...MAIL, subject: "What did not happen" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await writeTransaction(async () => {
    await queueMail(MAIL);
    await sendWaiting(attachDay);
    expect(await sent()).toEqual([]);
  });
  await Promise.all([sendWaiting(attachDay), sendWaiting(attachDay), sendWaiting(attachDay)]);
  expect(await sent()).toEqual([expect.stringContaining(MAIL.subject)]);
  expect(await waiting()).toEqual([]);
});

test("a waiting mail is encrypted: no link in it can be read in the database or a backup", async () => {
  await writeTransaction(() => queueMail(MAIL));
  const [mail] = await waiting();
  expect(mail?.sealed.toString("latin1")).not.toMatch(/somebody|link/);
});

test("a mail waits while the mail server is down, is sent again when it is back, and is given up after three days", async () => {
  overrideConfig({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  await writeTransaction(() => queueMail(MAIL));
  await after(0);
  await after(0);
  expect(await waiting()).toMatchObject([{ tries: 1 }]);
  expect((await onHome()).map(({ kind }) => kind)).not.toContain("mails");
  await after(0.5);
  expect(await waiting()).toMatchObject([{ tries: 2 }]);
  expect(await onHome()).toContainEqual({ kind: "mails", count: 1 });
  const { port, lines } = await aMailServer();
  overrideConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  await after(1);
  expect(lines).toContain(MAIL.text);
  expect(await waiting()).toEqual([]);
  expect((await onHome()).map(({ kind }) => kind)).not.toContain("mails");

  overrideConfig({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  await writeTransaction(() => queueMail(MAIL));
  for (let hours = 0; hours < 71; hours++) await after(hours);
  expect(await waiting()).toHaveLength(1);
  for (let hours = 71; hours < 76; hours++) await after(hours);
  expect(await waiting()).toEqual([]);
});
