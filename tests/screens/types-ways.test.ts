import { expect, test } from "vitest";
import { aSite, aSuperadmin, type Site } from "../world/builders";
import { first } from "../world/first";
import { aScreenWorld } from "../world/screens";
import { threeWays } from "./three-ways";

let site: Site;
let list: string;

const { server } = aScreenWorld({ env: { DESIGNATED_USERNAME: "sup" } }, async () => {
  await aSuperadmin({ username: "sup" });
  site = await aSite({ sitename: "Amber", types: [{ typename: "Apple", bonus: true }] });
  list = `/app/sites/${site.id}/types`;
});
const ways = threeWays(server, "sup");

test("adding a link with a bonus and two countries leaves the same rows three ways [LINK-05, LINK-06, LINK-08, API-57]", async () => {
  const given = {
    ...{ typename: "Spring", typealias: "spring", url: "https://example.org/{clickid}", bbrCh: 7 },
    ...{ payout: 512.5, earning: 20, lpp: 3, bonus: true, bonusPayout: 99.99, bonusEarning: 4, bonusLpp: 2 },
    feeGeos: [
      { geo: "US", payout: 610, earning: 31 },
      { geo: "DE", payout: 5.5, earning: 1 },
    ],
  };
  const { feeGeos, bonus: _bonus, ...plain } = given;
  await ways.sameRows({
    call: ["PUT types", { siteId: site.id, ...given }],
    form: [
      `${list}/create`,
      {
        ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, String(value)])),
        ...Object.fromEntries(
          feeGeos.flatMap((fee, i) =>
            Object.entries(fee).map(([name, value]) => [`feeGeos[${i}].${name}`, String(value)]),
          ),
        ),
        ...{ bonus: "on", status: "1" },
      },
    ],
    async screen(page) {
      await page.goto(list);
      await page.getByRole("link", { name: "+ Add Link" }).click();
      const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
      await fill("Link name*", given.typename);
      await fill("Alias*", given.typealias);
      await fill("URL*", given.url);
      await fill("Integration channel", "7");
      await fill("Payout*", "512.50");
      await fill("Earning*", "20");
      await fill("lpp*", "3");
      // The bonus fields appear as soon as it is ticked.
      expect(await page.getByLabel("Bonus payout").isVisible()).toBe(false);
      await page.getByLabel("Bonus", { exact: true }).check();
      await fill("Bonus payout", "99.99");
      await fill("Bonus earning", "4");
      await fill("Bonus lpp", "2");
      const [add, rows] = [page.getByRole("button", { name: "+ Add country" }), page.locator("[data-row]")];
      for (const fee of [feeGeos[0]!, { geo: "FR", payout: 1, earning: 1 }, feeGeos[1]!]) {
        await add.click();
        await page.keyboard.type(fee.geo);
        for (const value of [fee.payout, fee.earning]) {
          await page.keyboard.press("Tab");
          await page.keyboard.type(String(value));
        }
      }
      await rows.nth(1).getByRole("button", { name: "Remove" }).click();
      expect(await rows.count()).toBe(2);
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["audit", "link_state", "prices", "types"],
  });
});

test("changing a price leaves the same rows three ways [LINK-09, PRICE-04, API-56]", async () => {
  const { id } = first(site.types);
  await ways.sameRows({
    call: [`POST types/${id}`, { payout: 600, bonus: false }],
    form: [
      `${list}/edit/${id}`,
      {
        ...{ intent: "save", typename: "Apple", typealias: "Apple", url: "https://example.org/land", bbrCh: "0" },
        ...{ payout: "600", earning: "20", lpp: "1", bonusPayout: "250", feeGeos: "", status: "1", version: "1" },
      },
    ],
    async screen(page) {
      await page.goto(list);
      await page.getByRole("link", { name: "Edit Apple" }).click();
      await page.getByLabel("Payout*", { exact: true }).fill("600");
      await page.getByLabel("Bonus", { exact: true }).uncheck();
      await page.getByLabel("Payout*", { exact: true }).press("Enter");
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["audit", "link_state", "prices", "types"],
  });
});

test("deleting a link leaves the same rows three ways [LINK-24, API-58]", async () => {
  const { id } = first(site.types);
  await ways.sameRows({
    call: [`DELETE types/${id}`],
    form: [`${list}/edit/${id}`, { intent: "delete", name: "Apple" }],
    async screen(page) {
      await page.goto(`${list}/edit/${id}`);
      await page.getByRole("button", { name: "Delete Apple" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
      await page.getByText('Link "Apple" has been deleted').waitFor();
    },
    changes: ["audit", "link_state", "prices", "types"],
  });
});

test("setting tiers from a half-month on leaves the same rows three ways [LINK-12, PRICE-08]", async () => {
  const periods = [
    { from: 0, to: 0, payoutPhp: 0, payoutDollars: 0 },
    { from: 1, payoutPhp: 150.5, payoutDollars: 3 },
  ];
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
  const validFrom = `${day.slice(0, 8)}${day.slice(8) <= "15" ? "01" : "16"}`;
  await ways.sameRows({
    call: ["POST avp-periods", { periods, validFrom }],
    form: [
      list,
      {
        ...{ intent: "tiers", validFrom },
        ...Object.fromEntries(
          periods.flatMap((tier, i) =>
            Object.entries(tier).map(([name, value]) => [`periods[${i}].${name}`, String(value)]),
          ),
        ),
      },
    ],
    async screen(page) {
      await page.goto(list);
      await page.getByText("Change the tiers").click();
      await page.getByLabel("Starting with the half-month").selectOption(validFrom);
      for (const row of [
        ["0", "0", "0", "0"],
        ["1", "", "150.50", "3"],
      ]) {
        await page.getByRole("button", { name: "+ Add tier" }).click();
        for (const [i, value] of row.entries()) {
          if (i > 0) await page.keyboard.press("Tab");
          await page.keyboard.type(value);
        }
      }
      await page.getByRole("button", { name: "Save tiers" }).click();
      await page.getByText("Operation Complete").waitFor();
    },
    changes: ["audit", "avp_changes", "avp_tiers"],
  });
});
