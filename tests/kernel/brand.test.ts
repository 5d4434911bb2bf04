import { afterEach, expect, test } from "vitest";
import { abilities } from "../../server/accounts";
import { brand } from "../../server/kernel/process/brand";
import { overrideConfig } from "../../server/kernel/process/config";
import { hasPermission, levels, permissions, system } from "../../server/kernel/operation/roles";

afterEach(() => overrideConfig({ BRAND: "harbor" }));

const flags = (name: "harbor" | "summit" | "plain") => {
  overrideConfig({ BRAND: name });
  const { lppVisible, howToSellVisible, IPVisible, ReferrerVisible } = brand();
  return { lppVisible, howToSellVisible, IPVisible, ReferrerVisible };
};

test("a brand has four flags of its own [SHELL-03]", () => {
  expect(flags("harbor")).toEqual({ lppVisible: true, howToSellVisible: true, IPVisible: true, ReferrerVisible: true });
  expect(flags("summit")).toEqual({
    lppVisible: false,
    howToSellVisible: true,
    IPVisible: true,
    ReferrerVisible: false,
  });
  expect(flags("plain")).toEqual({
    lppVisible: false,
    howToSellVisible: false,
    IPVisible: false,
    ReferrerVisible: false,
  });
});

test("the flags decide what a screen may show: points, how to sell, addresses, referrers [SHELL-05]", () => {
  const shown = (name: "harbor" | "summit" | "plain") => {
    overrideConfig({ BRAND: name });
    const { seeLpp, readHowToSell, seeIp, seeReferrer } = abilities({ ...system, role: levels.admin });
    return { seeLpp, readHowToSell, seeIp, seeReferrer };
  };
  expect(shown("harbor")).toEqual({ seeLpp: true, readHowToSell: true, seeIp: true, seeReferrer: true });
  expect(shown("summit")).toEqual({ seeLpp: false, readHowToSell: true, seeIp: true, seeReferrer: false });
  expect(shown("plain")).toEqual({ seeLpp: false, readHowToSell: false, seeIp: false, seeReferrer: false });
});

test("specific permissions come from the account's list, and superadmins have them all [FORMAT-16, ROLE-06, ROLE-07]", () => {
  expect([...permissions].sort()).toEqual(["APPROVE_AGENTS", "SHOW_COMMON_LOGS"]);
  const admin = { ...system, role: levels.admin, permissions: ["APPROVE_AGENTS"] as const };
  expect([hasPermission(admin, "APPROVE_AGENTS"), hasPermission(admin, "SHOW_COMMON_LOGS")]).toEqual([true, false]);
  const superadmin = { ...system, permissions: [] };
  expect([hasPermission(superadmin, "APPROVE_AGENTS"), hasPermission(superadmin, "SHOW_COMMON_LOGS")]).toEqual([
    true,
    true,
  ]);
});
