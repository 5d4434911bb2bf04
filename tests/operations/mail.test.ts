import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { overrideConfig } from "../../server/kernel/process/config";
import { sendMail } from "../../server/mail";
import { freePort } from "../world/free-port";

const MAIL = { to: "somebody@example.org", subject: "Your new password", text: "A link that nobody else may read." };

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
  overrideConfig({ SMTP_URL: undefined });
});

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
