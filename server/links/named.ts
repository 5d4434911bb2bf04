import { randomInt } from "node:crypto";
import { Op } from "sequelize";
import { z } from "zod";
import { Agent, LegacyLink, LinkState, NamedLink, Type } from "~models";
import { findOneVisible, findVisible } from "../accounts";
import { markLinksChanged } from "../kernel/database/link-state";
import { cursorAnswer, cursorInput, followById } from "../kernel/operation/cursor";
import { Deleted, Id, Ids, Required, Text } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { List, Paging } from "../kernel/operation/page";
import { conflict, invalid } from "../kernel/operation/refusal";
import { type Actor, only } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { listSiteOptions } from "../sites";
import { SUB_NAMES } from "../types";
import { linkOrigin, linksOf } from "./list";

/** Links that agents save under a name, with an alias of their own: /api/l/{alias}. */

const MAX_LINKS = 100;
/** Shorter than codes, which have 32 characters. */
const ALIAS = /^[a-z0-9]([a-z0-9-]{1,22})[a-z0-9]$/;
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const MADE_LENGTH = 7;
const MAX_TO = 2_000;

const Alias = Text(24).refine(
  (text) => text === "" || ALIAS.test(text),
  "Please use 3 to 24 lowercase letters, digits and hyphens.",
);
const subs = Object.fromEntries(
  SUB_NAMES.map((name) => [name, Text().default("").describe("Sub ID of every click on the link.")]),
) as Record<(typeof SUB_NAMES)[number], z.ZodDefault<ReturnType<typeof Text>>>;

const Row = z
  .object({
    id: z.int(),
    siteId: z.int(),
    sitename: z.string(),
    typeId: z.int(),
    typename: z.string(),
    name: z.string(),
    alias: z.string().describe("The end of its address."),
    link: z.string(),
    parameters: z.record(z.string(), z.string()).describe("Sub IDs and `to`, which every click on it has."),
    createdAt: z.string(),
  })
  .meta({ id: "NamedLink", description: "A link that an agent has saved under a name." });
type Row = z.output<typeof Row>;

const allow = only("agent");
const Input = Paging(["id"], "id", false);
const Followed = Input.extend(cursorInput);

/** The agent's saved links, newest first. */
export const searchNamed = query({
  name: "links.searchNamed",
  does: "list saved links",
  allow,
  input: Followed,
  output: List(Row).extend(cursorAnswer),
  run: ({ actor }, paging) => listNamed(actor, paging),
});

/** The same, with the links to choose from for another one. */
export const namedScreen = query({
  name: "links.namedScreen",
  does: "list saved links",
  allow,
  input: Input,
  output: List(Row).extend({ asked: Input, choices: z.array(z.object({ value: z.int(), label: z.string() })) }),
  async run({ actor }, paging) {
    const sites = await listSiteOptions(actor, "onlyAvailable");
    const types = await Type.findAll({ where: { siteId: sites.map(({ id }) => id), active: true }, order: ["id"] });
    const choices = sites.flatMap(({ id: siteId, sitename }) =>
      types
        .filter((type) => type.siteId === siteId)
        .map(({ id, typename }) => ({ value: id, label: `${sitename}: ${typename}` })),
    );
    return { ...(await listNamed(actor, paging)), asked: paging, choices };
  },
});

async function listNamed(actor: Actor, { after, ...paging }: z.output<typeof Followed>) {
  const { page, pageSize, sortAsc } = paging;
  const { origin } = await linkOrigin(actor.agentId ?? 0);
  const include = [{ association: "type", include: ["site"] }];
  const { where, ...visible } = NamedLink.visibleTo(actor);
  if (after !== undefined) {
    const read = (above: number, most: number) => {
      const isLater = { id: { [Op.gt]: above } };
      return NamedLink.findAll({ ...visible, where: { ...where, ...isLater }, include, order: ["id"], limit: most });
    };
    const { rows, ...counted } = await followById("links/named", { ...paging, after }, ({ id }) => id, read);
    return { items: rows.map((row) => toRow(row, origin)), ...counted };
  }
  const { rows, count } = await NamedLink.findAndCountAll({
    ...{ ...visible, where, include },
    order: [["id", sortAsc ? "ASC" : "DESC"]],
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  return { items: rows.map((row) => toRow(row, origin)), total: count };
}

const toRow = ({ id, typeId, type, name, alias, query: saved, createdAt }: NamedLink, origin: string): Row => ({
  ...{ id, typeId, name, alias, siteId: type?.siteId ?? 0, createdAt: isoTime(createdAt) },
  ...{ sitename: type?.site?.sitename ?? "", typename: type?.typename ?? "", link: `${origin}/api/l/${alias}` },
  parameters: Object.fromEntries(new URLSearchParams(saved)),
});

/** The names of saved links, for the question before an act on them. */
export const namedLinks = query({
  name: "links.named",
  does: "list saved links",
  allow,
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  run: async ({ actor }, { ids }) =>
    (await findVisible(NamedLink, actor, ids)).map(({ name, alias }) => `${name} (${alias})`),
});

/** Saves a link of the agent. Without an alias, one is made. An alias that another link has or had is taken. */
export const createNamed = command({
  name: "links.createNamed",
  does: "save links",
  allow,
  type: "CREATE",
  input: z.object({
    typeId: Id.describe("ID of the link."),
    name: Required(64).describe("A name to recognize it by."),
    alias: Alias.default("").describe(
      "The end of its address, 3 to 24 lowercase letters, digits and hyphens. Made if empty.",
    ),
    ...subs,
    to: Text(MAX_TO).default("").describe("A page of the site, within `allowedHosts` of the link."),
  }),
  output: Row,
  async run({ actor, changed }, { typeId, name, alias: typed, ...parameters }) {
    const agent = await findOneVisible(Agent, actor, actor.agentId ?? 0, { lock: true });
    const type = await Type.findByPk(typeId);
    const listed = type && (await linksOf(type.siteId, agent));
    if (!listed?.some(({ id }) => id === typeId)) throw invalid({ typeId: ["Please choose one of your links."] });
    requireAllowed(parameters.to, type?.allowedHosts ?? []);
    if ((await NamedLink.count({ where: { agentId: agent.id, deletedAt: null } })) >= MAX_LINKS)
      throw conflict(`There are ${MAX_LINKS} links. Please delete one of them first.`);
    const alias = typed === "" ? await freeAlias() : typed;
    if (await isTaken(alias)) throw invalid({ alias: ["This alias is taken."] });
    const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "")).toString();
    const { id } = await NamedLink.create({ agentId: agent.id, typeId, name, alias, query, createdAt: now() });
    await publish(id);
    changed({ record: "namedLink", id, before: null, after: { typeId, name, alias, query } });
    const row = await NamedLink.findByPk(id, {
      include: [{ association: "type", include: ["site"] }],
      rejectOnEmpty: true,
    });
    return toRow(row, (await linkOrigin(agent.id)).origin);
  },
});

/** Deletes a saved link. Its alias stops working and stays taken. */
export const removeNamed = command({
  name: "links.removeNamed",
  does: "delete saved links",
  allow,
  type: "DELETE",
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const link = await findOneVisible(NamedLink, actor, id, { lock: true });
    await link.update({ deletedAt: now() });
    await publish(id);
    changed({ record: "namedLink", id, before: { alias: link.alias }, after: null });
    return { deleted: 1 };
  },
});

/** Writes the version of all links into the row: every server reads what has changed since the one that it has. */
async function publish(id: number): Promise<void> {
  await markLinksChanged();
  const state = await LinkState.findOne({ rejectOnEmpty: true });
  await NamedLink.update({ revision: state.version }, { where: { id } });
}

/** Throws 422. A click would silently lead to the link's own target. */
function requireAllowed(to: string, hosts: readonly string[]): void {
  if (to === "") return;
  const isAllowed = /^https?:\/\//i.test(to) && URL.canParse(to) && hosts.includes(new URL(to).host);
  if (isAllowed) return;
  const allowed = hosts.length > 0 ? `Allowed hosts: ${hosts.join(", ")}.` : "This link leads to one page only.";
  throw invalid({ to: [`Please enter an address of this site. ${allowed}`] });
}

const isTaken = async (alias: string): Promise<boolean> =>
  (await NamedLink.count({ where: { alias } })) > 0 || (await LegacyLink.count({ where: { code: alias } })) > 0;

async function freeAlias(): Promise<string> {
  for (;;) {
    const alias = Array.from({ length: MADE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
    if (!(await isTaken(alias))) return alias;
  }
}
