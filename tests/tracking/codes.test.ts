import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SettingError } from "../../server/kernel/process/config";
import { linkCodes, parseLinkKeys } from "../../server/links/codes";

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const key = (id: number) => ({ id, secret: randomBytes(32) });
const link = { siteId: 3, typeId: 17, agentId: 2_147_483_647 };

test("a link always has the same code of 32 URL-safe characters, which reveals nothing about it [TRACK-02]", () => {
  const keys = [key(7)];
  const code = linkCodes(keys).encode(link);
  expect(code).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(linkCodes(keys).encode(link)).toBe(code);
  const next = linkCodes(keys).encode({ ...link, agentId: link.agentId - 1 });
  const same = [...code].filter((sign, i) => sign === next[i]).length;
  expect(same).toBeLessThan(10);
});

test("a code is decoded to its link, for all ids of 32 bits [TRACK-02]", () => {
  const codes = linkCodes([key(0), key(255)]);
  const id = fc.integer({ min: 0, max: 4_294_967_295 });
  fc.assert(
    fc.property(id, id, id, (siteId, typeId, agentId) => {
      expect(codes.decode(codes.encode({ siteId, typeId, agentId }))).toEqual({ siteId, typeId, agentId });
    }),
  );
});

test("every change of one character makes a code invalid, even with all key ids in use [TRACK-03]", () => {
  const codes = linkCodes(Array.from({ length: 256 }, (_, id) => key(id)));
  const code = codes.encode(link);
  let changed = 0;
  for (let at = 0; at < code.length; at++) {
    for (const sign of SIGNS) {
      if (sign === code[at]) continue;
      expect(codes.decode(code.slice(0, at) + sign + code.slice(at + 1))).toBeUndefined();
      changed++;
    }
  }
  expect(changed).toBe(32 * 63);
});

test("longer, shorter, padded and differently encoded texts are not codes [TRACK-03]", () => {
  const codes = linkCodes([key(1)]);
  const code = codes.encode(link);
  const wrong = ["", code.slice(1), `${code}A`, `${code}=`, ` ${code}`, `${code}\n`, `${code.slice(0, 31)}+`];
  for (const text of wrong) expect(codes.decode(text)).toBeUndefined();
});

test("old codes remain valid after a rotation, and new ones use the newest key [TRACK-03]", () => {
  const [old, fresh] = [key(1), key(2)];
  const before = linkCodes([old]).encode(link);
  const rotated = linkCodes([fresh, old]);
  expect(rotated.decode(before)).toEqual(link);
  expect(rotated.encode(link)).toBe(linkCodes([fresh]).encode(link));
  expect(linkCodes([fresh]).decode(before)).toBeUndefined();
  // Another key under the same id does not decode it.
  expect(linkCodes([key(1)]).decode(before)).toBeUndefined();
});

test("LINK_KEYS names each key once, with an id that fits a byte and a secret of 128 bits", () => {
  const secret = randomBytes(16).toString("base64");
  expect(parseLinkKeys(`2:${secret},1:${secret}`).map(({ id }) => id)).toEqual([2, 1]);
  for (const text of [`256:${secret}`, `1:${secret},1:${secret}`, "1:AAAAAAAAAAAAAAAAAAAA", "x:y"]) {
    expect(() => parseLinkKeys(text)).toThrow(SettingError);
  }
});
