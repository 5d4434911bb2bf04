import type { Company, Price, Site, Type } from "../company";
import { developerTokenOf, secretOf } from "./fees";

const SITENAME = "Test shop";
const HOST = "test-shop.example.org";

/**
 * Adds the site on which people try links and postbacks: its clicks and sales count like those of any site, and pay nothing.
 * It is planned last, so that the history of the other sites does not depend on it.
 */
export function withTestShop(company: Company, address: string): Company {
  const { sites, types, prices, offices, agents, since } = company;
  const id = sites.length + 1;
  const site: Site = {
    ...{ id, sitename: SITENAME, shortname: "TestShop", abbr: "TSh", host: HOST, clickParam: "" },
    ...{ contactName: "", type: "DATING", note: noteOf(id, address) },
    ...{ hidden: false, specialReport: false, pause: undefined, flags: [{ since, useApproveSale: false, avp: false }] },
    ...{ server: `198.51.100.${10 + id}`, sendsTxid: true, reportsClicks: false, hasDeveloperLink: true },
    pixelKey: `px_demo-${id}`,
  };
  const type: Type = {
    ...{ id: types.length + 1, site, typename: "Test order", typealias: "TSh Test order", channel: 0, bonus: true },
    ...{ url: `https://${HOST}/order`, active: true, pause: undefined, showNoSalesStat: false, weight: 0 },
  };
  const price: Price = {
    ...{ id: prices.length + 1, typeId: type.id, companyId: null, geo: null, enabled: true, since },
    ...{ payout: 0, earning: 0, lpp: 0, bonusPayout: 0, bonusEarning: 0, bonusLpp: 0 },
  };
  /** Enabled for the sign-ins "manager" and "agent" alone. */
  const enabled = <T extends { id: number; siteIds: number[] }>(one: T): T =>
    one.id === 1 ? { ...one, siteIds: [...one.siteIds, site.id] } : one;
  return {
    ...company,
    ...{ sites: [...sites, site], types: [...types, type], prices: [...prices, price] },
    ...{ offices: offices.map(enabled), agents: agents.map(enabled) },
  };
}

const noteOf = (id: number, address: string): string =>
  "For trying links and postbacks: its clicks and sales count like any other, and pay nothing while its prices are 0. " +
  `Secret: ${secretOf({ id })}. Page for developers: ${address}/sites/developers/${developerTokenOf({ id })}`;
