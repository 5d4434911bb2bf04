import { listAgentOptions } from "../agents";
import type { Actor } from "../kernel/operation/roles";
import { listOfficeOptions } from "../offices";
import { listSiteOptions } from "../sites";
import { typesOfSite } from "../types";

/** Words of the product for names and values of queries that are called otherwise for outside programs. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ company: "office", companyId: "office", typeId: "link", type: "link", geo: "country" },
  ...{ groupBy: "grouped by", then: "then by", active: "status" },
};
const STATUSES: Readonly<Record<string, string>> = { "1": "activated", "0": "suspended" };

/** `recordType` as "record type", `siteId` as "site". */
const spaced = (name: string): string =>
  name.replace(/Id$/, "").replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const wordsFor = (name: string): string => WORDS[name] ?? spaced(name);

/** Filters as a reader says them, such as "grouped by office" and "site Lumen Rooms". Records out of sight keep their ID. */
export async function inWords(actor: Actor, filters: readonly (readonly [string, string])[]): Promise<string[]> {
  const given = new Map(filters);
  const names: Readonly<Record<string, () => Promise<{ id: number; name: string }[]>>> = {
    companyId: async () =>
      (await listOfficeOptions(actor, { onlyAvailable: false })).map(({ id, officeName }) => ({
        id,
        name: officeName,
      })),
    agentId: async () =>
      (await listAgentOptions(actor, { filter: "all" })).map(({ id, username }) => ({ id, name: username })),
    siteId: async () => (await listSiteOptions(actor, "all")).map(({ id, sitename }) => ({ id, name: sitename })),
    typeId: async () => {
      const siteId = Number(given.get("siteId"));
      const sees = (await listSiteOptions(actor, "all")).some(({ id }) => id === siteId);
      return sees ? (await typesOfSite(siteId)).map(({ id, typename }) => ({ id, name: typename })) : [];
    },
  };
  const valueOf = async (name: string, value: string): Promise<string> => {
    if (name === "groupBy" || name === "then") return wordsFor(value);
    if (name === "active") return STATUSES[value] ?? value;
    const record = (await names[name]?.())?.find(({ id }) => id === Number(value));
    return record?.name ?? value;
  };
  return Promise.all(filters.map(async ([name, value]) => `${wordsFor(name)} ${await valueOf(name, value)}`));
}
