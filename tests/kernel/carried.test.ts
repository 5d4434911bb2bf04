import { expect, test } from "vitest";
import { sealForAccount, unsealForAccount } from "../../server/kernel/process/secrets";
import { withFixedTime } from "../../server/kernel/time/now";

test("a carried value opens for its purpose, its account and its time only", async () => {
  const value = { password: "a-good-password" };
  const [sealed, shown] = await withFixedTime("2026-11-20T12:00:00Z", () =>
    Promise.resolve([sealForAccount("confirm", 7, value), sealForAccount("shown", 7, value)] as const),
  );
  const opened = (purpose: "confirm" | "shown" | "address", accountId: number, text: string, at: string) =>
    withFixedTime(`2026-11-20T${at}Z`, () => Promise.resolve(unsealForAccount(purpose, accountId, text)));
  expect(await opened("confirm", 7, sealed, "12:14:59")).toEqual(value);
  expect(await opened("confirm", 7, sealed, "12:15:00")).toBeUndefined();
  expect(await opened("shown", 7, shown, "12:00:59")).toEqual(value);
  expect(await opened("shown", 7, shown, "12:01:00")).toBeUndefined();
  expect(await opened("shown", 7, sealed, "12:00:30")).toBeUndefined();
  expect(await opened("confirm", 7, shown, "12:00:30")).toBeUndefined();
  expect(await opened("address", 7, sealed, "12:00:30")).toBeUndefined();
  expect(await opened("confirm", 8, sealed, "12:00:30")).toBeUndefined();
  expect(await opened("confirm", 7, `${sealed.slice(0, -4)}AAAA`, "12:00:30")).toBeUndefined();
  // Another spelling of the same bytes
  for (const text of [`${sealed} `, `${sealed}=`, ` ${sealed}`, `${sealed}!`])
    expect(await opened("confirm", 7, text, "12:00:30")).toBeUndefined();
});
