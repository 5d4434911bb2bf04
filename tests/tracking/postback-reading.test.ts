import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDatabase } from "../world/database";
import { aShop, elsewhere, eventsOf, lastStored, openPostbacks } from "./postback-world";

let site: Awaited<ReturnType<typeof openPostbacks>>;
beforeAll(async () => {
  await (await aDatabase()).enter();
  site = await openPostbacks();
});
afterAll(() => site.close());

test("bytes that are not UTF-8 lose no sale, whichever way they are sent", async () => {
  const shop = await aShop();
  const post = async (type: string, body: Buffer) => {
    const sent = await site.send({ method: "POST", headers: { "Content-Type": type } }, body);
    return [sent.body.verdict, sent.body.warnings?.map(({ field }) => field), (await lastStored()).params.reason];
  };
  const id = async () => (await shop.click()).id;
  const { secret } = shop;
  const latin = (text: string) => Buffer.from(text, "latin1");
  const replaced = ["accepted", ["reason"], "caf\ufffd"];
  expect(
    await post(
      "application/x-www-form-urlencoded",
      latin(`clickid=${await id()}&event=sale&reason=caf%E9&secret=${secret}`),
    ),
  ).toEqual(replaced);
  expect(
    await post(
      "application/x-www-form-urlencoded",
      latin(`clickid=${await id()}&event=sale&reason=café&secret=${secret}`),
    ),
  ).toEqual(replaced);
  expect(
    await post(
      "application/json",
      latin(JSON.stringify({ clickid: await id(), event: "sale", reason: "café", secret })),
    ),
  ).toEqual(replaced);
  expect(
    await post(
      "multipart/form-data; boundary=x",
      multipart({ clickid: await id(), event: "sale", reason: "café", txid: "x--x\r\n-x", secret }),
    ),
  ).toEqual(replaced);
  const stray = await site.send({
    path: `/api/postback?clickid=${await id()}&event=sale&reason=100%&secret=${secret}`,
  });
  expect([stray.body.verdict, (await lastStored()).params.reason]).toEqual(["accepted", "100%"]);
});

const multipart = (params: Record<string, string>) =>
  Buffer.from(
    Object.entries(params)
      .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join("") + "--x--\r\n",
    "latin1",
  );

test("multipart/form-data is read like an urlencoded form, also a file in it [POST-01]", async () => {
  const { click, secret } = await aShop();
  const form = new FormData();
  for (const [name, value] of Object.entries({ clickid: (await click()).id, event: "sale", txid: "é+1", secret }))
    form.set(name, value);
  form.set("reason", new File(["why"], "why.txt"));
  const body = new Response(form);
  const headers = { "Content-Type": body.headers.get("Content-Type") ?? "" };
  const sent = await site.send({ method: "POST", headers }, Buffer.from(await body.arrayBuffer()));
  expect(sent.body.verdict).toBe("accepted");
  expect((await lastStored()).params).toMatchObject({ txid: "é+1", reason: "why", secret: "***" });
});

test("an unknown parameter is named in warnings, and refused under Prefer: handling=strict", async () => {
  const { click, secret, agent, site: shop } = await aShop();
  const { id } = await click();
  const params = { clickid: id, event: "sale", transaction_id: "B", "txid[]": "C", secret };
  const sent = await site.form(params);
  expect(sent.body).toMatchObject({
    verdict: "accepted",
    warnings: [{ field: "transaction_id" }, { field: "txid[]" }],
  });
  expect(sent.body.warnings?.[0]?.message).toContain("Parameters: clickid, event, status, txid");
  const strict = await site.form(
    { ...params, clickid: (await click()).id },
    { Prefer: "return=minimal; handling=strict" },
  );
  expect([strict.status, strict.body]).toMatchObject([400, { reason: "malformed", field: "transaction_id" }]);
  expect(await lastStored()).toMatchObject({ verdict: "refused", site_id: shop.id, field: "transaction_id" });
  expect(await eventsOf(agent)).toHaveLength(1);
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x${n}${"\0".repeat(40)}`, "1"]));
  const flood = await site.json({ clickid: id, event: "sale", secret, ...many });
  expect(flood.body.warnings).toHaveLength(20);
  expect((await site.json({ "a\0": 1, secret }, { Prefer: "handling=strict" })).body.field).toBe("a\ufffd");
});

test("a missing secret, an unknown one, one of another site and other values each have their own reason [POST-05]", async () => {
  const [shop, other] = [await aShop(), await aShop()];
  const clickid = (await shop.click()).id;
  const sale = { clickid, event: "sale" };
  const asked = async (headers: Record<string, string>, secret?: string) => {
    const { status, body } = await site.form(
      { ...sale, ...(secret ? { secret } : {}) },
      { ...headers, ...elsewhere() },
    );
    expect([status, body.reason, body.field]).toEqual([401, "bad_secret", "secret"]);
    return body.detail;
  };
  const details = [
    await asked({}),
    await asked({ Authorization: "Basic eDp5" }),
    await asked({}, "wrong"),
    await asked({ Authorization: "Bearer ct_0123" }),
    await asked({}, other.secret),
  ];
  expect(details).toEqual([
    expect.stringContaining("No secret was sent"),
    expect.stringContaining("Bearer, a space and the secret"),
    expect.stringContaining("No site has this secret"),
    expect.stringContaining("A token for the API was sent"),
    expect.stringContaining("another site's than the click"),
  ]);
  expect(await lastStored()).toMatchObject({ site_id: other.site.id, detail: details[4] });
});

test("any request of a known secret is filed under its site with the answer, also one that cannot be read [POST-16]", async () => {
  const { secret, site: shop, click } = await aShop();
  const clickid = (await click()).id;
  const bearer = { Authorization: `Bearer ${secret}` };
  const type = (name: string) => ({ "Content-Type": name });
  const cases: [status: number, detail: RegExp, options: object, body?: string][] = [
    [400, /not valid JSON/, { method: "POST", headers: { ...type("application/json"), ...bearer } }, `{"a":x}`],
    [400, /it is a list/, { method: "POST", headers: { ...type("application/json"), ...bearer } }, "[1]"],
    [400, /boundary/, { method: "POST", headers: { ...type("multipart/form-data"), ...bearer } }, "x"],
    [415, /text\/plain is not read/, { method: "POST", headers: { ...type("text/plain;x=<b>"), ...bearer } }, "x"],
    [415, /no Content-Type/, { method: "POST", headers: bearer }, "x"],
    [
      415,
      /Content-Encoding/,
      { method: "POST", headers: { ...type("application/json"), "Content-Encoding": "gzip", ...bearer } },
      "{}",
    ],
    [
      413,
      /longer than 16 KB/,
      { method: "POST", headers: { ...type("application/json"), ...bearer } },
      " ".repeat(17_000),
    ],
    [
      413,
      /more than 1,000/,
      { method: "POST", headers: { ...type("application/x-www-form-urlencoded"), ...bearer } },
      "a=1&".repeat(1_001),
    ],
    [414, /longer than 8 KB/, { path: `/api/postback?secret=${secret}&x=${"x".repeat(8_200)}` }],
    [405, /by GET or POST/, { method: "PUT", headers: bearer }],
    [
      400,
      /different secrets/,
      {
        path: `/api/postback?clickid=${clickid}&event=sale&secret=${secret}`,
        headers: { Authorization: "Bearer another" },
      },
    ],
    [401, /more than once/, { path: `/api/postback?clickid=${clickid}&event=sale&secret=${secret}&secret=x` }],
  ];
  for (const [status, detail, options, body] of cases) {
    const sent = await site.send(options, body);
    expect([status, sent.status, sent.body]).toMatchObject([
      status,
      status,
      { verdict: "refused", id: null, duplicate: false },
    ]);
    expect(sent.body.detail).toMatch(detail);
    const stored = await lastStored();
    expect([status, stored.site_id, stored.receipt]).toEqual([status, shop.id, sent.body.requestId]);
    expect([stored.detail, sent.headers["x-request-id"]]).toEqual([sent.body.detail, sent.body.requestId]);
    expect(JSON.stringify(stored)).not.toContain(secret);
  }
});

test("a placeholder in a parameter is named as it was sent", async () => {
  const { secret } = await aShop();
  const detail = async (params: object) => (await site.json({ event: "sale", secret, ...params })).body.detail;
  expect(await detail({ clickid: "{clickid}" })).toContain(`"{clickid}" was sent: the placeholder was not filled in.`);
  expect(await detail({ clickid: "%7Bclickid%7D" })).toContain(`"%7Bclickid%7D" was sent`);
  expect(await detail({ clickid: "pat@example.com" })).not.toContain("pat");
  expect(await detail({ clickid: randomUUID(), event: "lead" })).toBe(
    `event must be sale, bonus or click; "lead" was sent.`,
  );
  expect(await detail({ clickid: randomUUID(), status: "refunded" })).toContain(`"refunded" was sent`);
});
