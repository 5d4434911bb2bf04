import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import * as identity from "../../server/identity";
import { perform } from "../../server/kernel/operation/perform";
import type { Actor } from "../../server/kernel/operation/roles";
import { aPerson, askerOf, bearerOf, from, PASSWORD, type Person } from "../operations/identity/world";
import { aBrowser } from "../world/browser";
import { freePort } from "../world/free-port";
import { aServer, type Server } from "../world/server";

let server: Server;
beforeAll(async () => {
  server = await aServer({ workers: 0 });
  await server.database.enter();
});

async function linkOf(who: Person): Promise<string> {
  const actor = (await askerOf(await bearerOf(who))) as Actor;
  return (await perform(identity.remoteTokens.create, actor, { kind: "browser" }, from())).token;
}

/** A page of another site: browsers treat localhost and 127.0.0.1 as different sites. */
async function elsewhere(address: string): Promise<string> {
  const site = createServer((_req, res) => {
    res.setHeader("Content-Type", "text/html");
    res.end(`<!DOCTYPE html><title>Elsewhere</title><link rel="icon" href="data:,"><a href="${address}">Go</a>`);
  });
  await new Promise<void>((resolve) => void freePort().then((port) => site.listen(port, "127.0.0.1", resolve)));
  onTestFinished(() => void site.close());
  return `http://localhost:${(site.address() as AddressInfo).port}/`;
}

for (const javaScript of [true, false]) {
  test(`${javaScript ? "with" : "without"} scripts, a sign-in link on another site asks first, and the browser allows Continue`, async () => {
    const [person, other] = [await aPerson("agent"), await aPerson("admin")];
    const { page: open } = await aBrowser({ javaScript, baseURL: server.url });
    const page = await open();
    await page.goto("/login");
    await page.getByLabel("Username").fill(person.username);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByLabel("Password").press("Enter");
    await page.waitForURL("**/app/home");
    const referrers: string[] = [];
    page.on("request", (request) => void referrers.push(request.headers().referer ?? ""));
    const from = await elsewhere(`${server.url}/remote-login?token=${await linkOf(other)}`);
    for (const answer of ["Cancel", "Continue"]) {
      await page.goto(from);
      await page.getByRole("link", { name: "Go" }).click();
      await page.getByText(`This link logs you in as ${other.username}.`).waitFor();
      await page.getByText(`You are signed in as ${person.username}. Continue with this sign-in link?`).waitFor();
      await page.getByText(answer, { exact: true }).click();
      await page.waitForURL("**/app/home");
      const name = answer === "Cancel" ? person.username : other.username;
      await page.getByText(name, { exact: true }).first().waitFor();
    }
    expect(referrers.filter((referrer) => referrer.includes("token"))).toEqual([]);
  });
}
