import { z } from "zod";
import type { Agent } from "~models";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { invalid, noSuch } from "../kernel/operation/refusal";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { qrCode, qrSvg } from "../kernel/text/qr-code";
import { requireOffice } from "../offices";
import { requireSite } from "../sites";
import { choices, chosenAgent, LinksChoices, LinksForm, ownerOf, SubIds, withSubs } from "./form";
import { linksOf, ListedLink } from "./list";
import { Pays, paysOf } from "./pays";

/**
 * Link Codes: the sites, offices and agents to choose from, and the links once a site and an agent are chosen (GEN-05).
 */
export const codesScreen = query({
  name: "links.codesScreen",
  does: "list tracked links",
  allow: atLeast("agent"),
  input: LinksForm,
  output: LinksChoices.extend({
    /** Null until a site and an agent are chosen. */
    links: z.array(ListedLink).nullable(),
    /** Pesos that the agent gets for each of the links. */
    pays: z.array(Pays),
  }),
  async run({ actor }, form) {
    const agent = await chosenAgent(actor, form);
    if (form.companyId !== undefined) await requireOffice(actor, form.companyId);
    const links = agent === undefined ? null : await chosenLinks(actor, form, agent);
    const ids = [...new Set(links?.map(({ id }) => id))];
    return {
      ...(await choices(actor, form)),
      agent: agent?.account?.username,
      links,
      pays: agent === undefined ? [] : await paysOf(actor, agent, ids),
    };
  },
});

/** One of the links as a QR code, with the text next to it. Throws 404 for a link that the form does not list. */
export const qrScreen = query({
  name: "links.qrScreen",
  does: "list tracked links",
  allow: atLeast("agent"),
  input: LinksForm.extend({ typeId: Id.optional(), linkFormat: ListedLink.shape.linkFormat.optional() }),
  output: ListedLink.extend({ agent: z.string(), path: z.string(), size: z.int() }),
  async run({ actor }, { typeId, linkFormat, ...form }) {
    const agent = await chosenAgent(actor, form);
    const links = agent === undefined ? null : await chosenLinks(actor, form, agent);
    const link = links?.find((listed) => listed.id === typeId && listed.linkFormat === linkFormat);
    if (!link) throw noSuch("link");
    return { ...link, agent: agent?.account?.username ?? "", ...qrCode(link.link) };
  },
});

/** The same picture for programs, as SVG. Throws 404 for a link that `links.list` does not list. */
export const qr = query({
  name: "links.qr",
  does: "read tracked links as QR codes",
  allow: atLeast("agent"),
  input: z.object({
    ...{ siteId: Id, typeId: Id, agentId: Id.optional() },
    linkFormat: ListedLink.shape.linkFormat.default("Encoded"),
    ...SubIds.shape,
  }),
  output: ListedLink.extend({ svg: z.string() }),
  async run({ actor }, { typeId, linkFormat, agentId, ...form }) {
    const links = await chosenLinks(actor, form, await ownerOf(actor, agentId));
    const link = links?.find((listed) => listed.id === typeId && listed.linkFormat === linkFormat);
    if (!link) throw noSuch("link");
    return { ...link, svg: qrSvg(link.link) };
  },
});

async function chosenLinks(actor: Actor, { siteId, ...form }: LinksForm, agent: Agent) {
  if (siteId === undefined) return null;
  await requireSite(actor, siteId);
  const links = await linksOf(siteId, agent);
  if (!links) throw invalid({ siteId: ["This site is not enabled for this agent."] });
  return links.map((listed) => ({ ...listed, link: withSubs(listed.link, form) }));
}
