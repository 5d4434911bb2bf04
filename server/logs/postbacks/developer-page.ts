import { z } from "zod";
import { Postback, Type } from "~models";
import { constant, type RowOf, selectColumns, sql, type Statement } from "../../kernel/database/sql";
import { queryOne } from "../../kernel/database/transactions";
import { productUrl } from "../../kernel/net/urls";
import { query } from "../../kernel/operation/operation";
import { anyone } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { findActivePixelKeys, noteDeveloperLinkUse, siteOfDevelopers } from "../../sites";
import { clickedAt, MAX_REFUSALS_PER_MINUTE, postbackAnswers, postbackParameters } from "../../tracking";
import { clickNamesOf, DEFAULT_CLICK_PARAM, MACROS } from "../../types";
import { Request, requestsOf, Shown, testOf } from "./developer-requests";

/** No index finds the clicks of a site, so only the newest clicks of all sites are searched. */
const CLICKS_SEARCHED = 5_000;

const stepNames = ["click", "sale", "duplicate", "reversal"] as const;

const Page = z.object({
  sitename: z.string(),
  clickParam: z.string(),
  /** The parameters in which the links of the site pass the click ID. */
  clickNames: z.array(z.string()),
  /** The script that keeps the click ID. */
  scriptUrl: z.string(),
  postbackUrl: z.string(),
  /** The newest key of the pixel; null while it is off. */
  pixelKey: z.string().nullable(),
  pixelUrl: z.string(),
  pixelScriptUrl: z.string(),
  /** The macros of the addresses of links to the site. */
  macros: z.array(z.object({ name: z.string(), meaning: z.string() })),
  /** When the link was created. */
  since: z.string(),
  /** When the link ends. */
  until: z.string(),
  parameters: z.array(z.object({ name: z.string(), isRequired: z.boolean(), rule: z.string() })),
  answers: z.array(
    z.object({
      verdict: z.string(),
      reason: z.string().nullable(),
      status: z.int(),
      fields: z.array(z.string()),
      meaning: z.string(),
    }),
  ),
  maxRefusals: z.int(),
  /** When each step was last seen since the link was created. */
  steps: z.array(z.object({ step: z.enum(stepNames), seenAt: z.string().nullable() })),
  requests: z.array(Request),
  /** The filter of the requests. */
  shown: z.object({ answer: z.string(), find: z.string() }),
  /** The test that was just sent, with what was sent. */
  tested: Request.extend({ sent: z.record(z.string(), z.string()) }).nullable(),
});

/**
 * The page for the developers of a site, for everyone who has its link. It answers nothing about people or money, only
 * what the site itself sent to identify an event and what came of it.
 */
export const developerPage = query({
  name: "sites.developerPage",
  does: "open the page for the developers of a site",
  allow: anyone,
  quiet: true,
  input: z.object({ token: z.string() }).extend(Shown),
  output: Page,
  secret: ["token"],
  // Runs outside of the query's transaction, which only reads.
  before: (_call, { token }) => noteDeveloperLinkUse(token),
  async run(_call, { token, tested, ...shown }) {
    const { site, since, until } = await siteOfDevelopers(token);
    const seen = await stepsOf(site.id, since);
    const types = await Type.findAll({ where: { siteId: site.id }, attributes: ["url"], order: ["id"] });
    return {
      ...{ sitename: site.sitename, clickParam: site.clickParam || DEFAULT_CLICK_PARAM, since: isoTime(since) },
      clickNames: clickNamesOf(types, site.clickParam),
      ...{ until: isoTime(until), scriptUrl: productUrl("/kit/1/click.js") },
      postbackUrl: productUrl("/api/postback"),
      ...{ pixelUrl: productUrl("/api/pixel.gif"), pixelScriptUrl: productUrl("/kit/1/pixel.js") },
      pixelKey: (await findActivePixelKeys(site.id)).at(-1)?.key ?? null,
      macros: Object.entries(MACROS).map(([name, meaning]) => ({ name, meaning })),
      ...{ parameters: postbackParameters, answers: postbackAnswers, maxRefusals: MAX_REFUSALS_PER_MINUTE },
      steps: stepNames.map((step) => ({ step, seenAt: seen[step] ? isoTime(seen[step]) : null })),
      requests: await requestsOf(site.id, shown),
      shown,
      tested: tested === "" ? null : await testOf(site.id, tested),
    };
  },
});

const sightColumns = selectColumns(Postback, ["receivedAt", "clickId"]);
type Seen = Record<(typeof stepNames)[number], Date | undefined>;

async function stepsOf(siteId: number, since: Date): Promise<Seen> {
  const last = (matching: Statement) =>
    queryOne<RowOf<typeof sightColumns>>(sql`
      SELECT ${sightColumns} FROM postbacks
      WHERE site_id = ${siteId} AND ${matching} AND received_at >= ${since}
      ORDER BY received_at DESC, id DESC LIMIT 1`);
  const sale = await last(sql`verdict = 'accepted' AND event = 'sale' AND status = 'approved'`);
  const duplicate = await last(sql`verdict = 'duplicate'`);
  const reversal = await last(sql`verdict = 'accepted' AND status = 'reversed'`);
  const found = await lastClick(siteId, since);
  // A sale has a click, also one that is no longer among the newest.
  const ofSale = sale?.clickId ? new Date(clickedAt(sale.clickId)) : undefined;
  const click = found ?? (ofSale && ofSale >= since ? ofSale : undefined);
  return { click, sale: sale?.receivedAt, duplicate: duplicate?.receivedAt, reversal: reversal?.receivedAt };
}

async function lastClick(siteId: number, since: Date): Promise<Date | undefined> {
  const row = await queryOne<{ at: Date }>(sql`
    SELECT clicked_at AS at FROM (
      SELECT clicked_at, agent_id, id, site_id FROM clicks WHERE clicked_at >= ${since}
      ORDER BY clicked_at DESC, agent_id, id LIMIT ${constant(CLICKS_SEARCHED)}) AS newest
    WHERE site_id = ${siteId} ORDER BY clicked_at DESC, agent_id, id LIMIT 1`);
  return row?.at;
}
