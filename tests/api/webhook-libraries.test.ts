import { createRequire } from "node:module";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { installTools, TOOLS } from "../openapi-tools/install";
import { aSignedEvent } from "../operations/webhooks/signed";

/** The npm libraries of Standard Webhooks verify what the product signs. */

type Verifier = { verify: (body: string, headers: Record<string, string>) => unknown };
type Library = { Webhook: new (secret: string) => Verifier };

beforeAll(installTools, 1_200_000);

describe.each(["standardwebhooks", "svix"])("%s", (name) => {
  const load = () => createRequire(path.join(TOOLS, "package.json"))(name) as Library;

  test("verifies an event with the secret as it was shown, also the former one after a rotation [HOOK-01]", () => {
    const { body, headers, secret, previous } = aSignedEvent({ rotated: true });
    for (const one of [secret, previous]) {
      expect(new (load().Webhook)(one).verify(body, headers)).toMatchObject({ type: "sale.accepted" });
    }
  });

  test("refuses another body, another secret and an old event", () => {
    const { body, headers, secret } = aSignedEvent();
    const { secret: other } = aSignedEvent();
    expect(() => new (load().Webhook)(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new (load().Webhook)(other).verify(body, headers)).toThrow();
    const old = aSignedEvent({ at: new Date(Date.now() - 600_000) });
    expect(() => new (load().Webhook)(old.secret).verify(old.body, old.headers)).toThrow();
  });
});
