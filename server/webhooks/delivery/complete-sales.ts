import { Agent, Click, Site, Type, type WebhookDelivery } from "~models";
import { sql } from "../../kernel/database/sql";
import { execute } from "../../kernel/database/transactions";
import { clickedAt } from "../../tracking";

type Sale = Partial<Record<"agentId" | "siteId" | "typeId", number | null> & { clickId: string | null }>;

/**
 * Adds names and sub IDs to the sales among the deliveries, when they are first read. They are stored, so that the body is
 * the same at every attempt. Booking does not read them, because it must be fast. Requires an open transaction.
 */
export async function completeSales(deliveries: readonly WebhookDelivery[]): Promise<void> {
  const due = deliveries.filter(({ event, data }) => event.startsWith("sale.") && !("subs" in data));
  if (due.length === 0) return;
  const sales = due.map(({ data }) => data as Sale);
  const ids = (key: "agentId" | "siteId" | "typeId") => [...new Set(sales.flatMap((sale) => sale[key] ?? []))];
  const agents = await Agent.findAll({ where: { id: ids("agentId") }, include: "account" });
  const sites = await Site.findAll({ where: { id: ids("siteId") }, attributes: ["id", "sitename"] });
  const types = await Type.findAll({ where: { id: ids("typeId") }, attributes: ["id", "typename"] });
  for (const delivery of due) {
    const { agentId, siteId, typeId, clickId } = delivery.data as Sale;
    delivery.data = {
      ...delivery.data,
      agent: agents.find(({ id }) => id === agentId)?.account?.username ?? null,
      sitename: sites.find(({ id }) => id === siteId)?.sitename ?? null,
      typename: types.find(({ id }) => id === typeId)?.typename ?? null,
      subs: agentId && clickId ? await subsOf(agentId, clickId) : {},
    };
  }
  const values = JSON.stringify(due.map(({ id, data }) => ({ id, data })));
  await execute(sql`
    UPDATE webhook_deliveries AS d SET data = v.data
    FROM jsonb_to_recordset(${values}::jsonb) AS v(id bigint, data jsonb) WHERE d.id = v.id`);
}

async function subsOf(agentId: number, id: string): Promise<unknown> {
  const where = { agentId, id, clickedAt: new Date(clickedAt(id)) };
  const click = await Click.findOne({ where, attributes: ["subs"] });
  return click?.subs ?? {};
}
