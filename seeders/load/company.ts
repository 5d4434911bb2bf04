import type pg from "pg";
import { hashPassword, sealPassword } from "../../server/accounts";
import { keyedHash, tokenHash } from "../../server/kernel/process/secrets";
import { DAY_MS } from "../../server/kernel/time/durations";
import { dayOf } from "../../server/kernel/time";
import { type Company, officeAt } from "../company";
import { PASSWORD } from "../demo/accounts";
import { developerTokenOf, secretOf } from "../demo/fees";
import { type Cell, copyRows, money } from "./copy-rows";

const toDate = (moment: number | null): Date | null =>
  moment === null || !Number.isFinite(moment) ? null : new Date(moment);

const CLAIM = "agent_id company_id site_id day txid note answer evidence state created_at created_by opened_at".split(
  " ",
);

/** A sale that the first agent misses; it waits for their manager. */
const claimOf = (agent: Company["agents"][number], siteId: number, moment: number): Cell[] => [
  ...[agent.id, officeAt(agent, moment), siteId, dayOf(moment), "LMR-0000"],
  "My client showed me the receipt.",
  `The site has not reported a sale with this transaction ID. No sale is booked on ${dayOf(moment)}.`,
  ...['{"events":[],"postbacks":[]}', "open", toDate(moment), agent.accountId, toDate(moment)],
];

/**
 * Writes people, sites and prices. Every account has the demo's password: one hash for all, and an encrypted copy each.
 */
export async function writeCompany(client: pg.Client, company: Company): Promise<void> {
  const copy = (table: string, columns: string, rows: Iterable<readonly Cell[]>) =>
    copyRows(client, table, columns.split(" "), rows);
  const { domains, accounts, offices, agents, admins, sites, types, manuals, messages, legacyAgents, prices, tiers } =
    company;

  await copy(
    "domains",
    "id domain description hidden",
    domains.map((d) => [d.id, d.domain, d.description, d.hidden]),
  );
  const hash = await hashPassword(PASSWORD);
  await copy(
    "accounts",
    "id role username password_hash password_sealed active hidden login_blocked approved status_reason status_by status_at registered_at",
    accounts.map((a) => [
      ...[a.id, a.role, a.username, hash, sealPassword(a.id, PASSWORD), a.active, a.hidden, a.loginBlocked, a.approved],
      ...[a.statusReason, a.statusBy, toDate(a.statusAt), toDate(a.registeredAt)],
    ]),
  );
  await copy(
    "admins",
    "account_id email earning_visible approve_agents show_suspend show_common_logs",
    admins.map((a) => [a.accountId, a.email, a.earningVisible, a.approveAgents, a.showSuspend, a.showCommonLogs]),
  );
  await copy(
    "offices",
    "id account_id office_name man_first_name man_last_name man_email agent_notes preferred_domain_id",
    offices.map((o) => [o.id, o.accountId, o.officeName, o.firstName, o.lastName, o.email, o.agentNotes, o.domainId]),
  );
  await copy(
    "agents",
    "id account_id company_id first_name last_name email campaign_id must_read migrated",
    agents.map((a) => [
      ...[a.id, a.accountId, a.officeHistory.at(-1)?.companyId ?? null, a.firstName, a.lastName, a.email, a.campaignId],
      ...[a.mustRead, a.migrated],
    ]),
  );
  await copy(
    "agent_offices",
    "agent_id company_id since until",
    agents.flatMap((a) =>
      a.officeHistory.map((stay) => [a.id, stay.companyId, toDate(stay.since), toDate(stay.until)]),
    ),
  );
  await copy(
    "sites",
    "id sitename shortname abbr url click_param contact_name email type note active hidden special_report use_approve_sale avp",
    sites.map((s) => {
      const currentFlags = s.flags.at(-1);
      return [
        ...[s.id, s.sitename, s.shortname, s.abbr, `https://${s.host}/`, s.clickParam, s.contactName, `desk@${s.host}`],
        ...[s.type, s.note, s.pause === undefined, s.hidden, s.specialReport, currentFlags?.useApproveSale ?? false],
        currentFlags?.avp ?? false,
      ];
    }),
  );
  await copy(
    "site_flags",
    "site_id since use_approve_sale avp",
    sites.flatMap((s) => s.flags.map((flags) => [s.id, toDate(flags.since), flags.useApproveSale, flags.avp])),
  );
  await copy(
    "site_secrets",
    "site_id hash hint created_at",
    sites.map((s) => [s.id, keyedHash("site-secret", secretOf(s)), secretOf(s).slice(-4), toDate(company.since)]),
  );
  await copy(
    "site_pixel_keys",
    "site_id key hash created_at",
    sites.flatMap(({ id, pixelKey: key }) =>
      key === undefined ? [] : [[id, key, keyedHash("pixel-key", key), toDate(company.since)]],
    ),
  );
  await copy(
    "site_developer_links",
    "site_id token_hash created_at expires_at",
    sites
      .filter(({ hasDeveloperLink }) => hasDeveloperLink)
      .map((s) => [s.id, tokenHash(developerTokenOf(s)), toDate(company.since), toDate(company.now + 365 * DAY_MS)]),
  );
  await copy(
    "types",
    "id site_id typename typealias url bbr_ch bonus active show_no_sales_stat",
    types.map((t) => [
      t.id,
      t.site.id,
      t.typename,
      t.typealias,
      t.url,
      t.channel,
      t.bonus,
      t.active,
      t.showNoSalesStat,
    ]),
  );
  await copy(
    "site_manuals",
    "site_id title html",
    manuals.map((m) => [m.siteId, m.title, m.html]),
  );
  if (messages) {
    await copy("news", "html", [[messages.news]]);
    await copy("alerts", "html enable", [[messages.alert, false]]);
    const { title, html: text } = messages.announcement;
    const [sentAt, author] = [toDate(company.now - 2 * DAY_MS), accounts[0]?.id ?? null];
    await copy("messages", "title html audience shown_from created_at created_by", [
      [title, text, "all", sentAt, sentAt, author],
    ]);
    const agent = agents[0];
    const link = types.find(({ site }) => site.id === 4);
    if (agent && link) {
      const spring = [agent.id, link.id, "Spring mailing", "spring-mailing", "sub1=spring", sentAt ?? null];
      await copy("named_links", "agent_id type_id name alias query created_at", [spring]);
    }
    if (agent) await copy("claims", CLAIM.join(" "), [claimOf(agent, sites[0]?.id ?? 1, company.now - 2 * DAY_MS)]);
  }
  await copy(
    "legacy_agents",
    "legacy_id username password_hash first_name last_name email office_name campaign_id registered_at ready codes",
    legacyAgents.map(({ legacyId, username, firstName, lastName, ready }) => [
      ...[legacyId, username, hash, firstName, lastName, `${username}@example.com`, offices[0]?.officeName ?? "", ""],
      ...[toDate(company.since), ready, "[]"],
    ]),
  );
  await copy(
    "prices",
    "id type_id company_id geo enabled payout earning lpp bonus_payout bonus_earning bonus_lpp since by_account_id",
    prices.map((p) => [
      ...[p.id, p.typeId, p.companyId, p.geo, p.enabled, money(p.payout), money(p.earning), p.lpp],
      ...[money(p.bonusPayout), money(p.bonusEarning), p.bonusLpp, toDate(p.since), 1],
    ]),
  );
  await copy(
    "avp_tiers",
    "valid_from index from_count to_count payout_php payout_dollars",
    tiers.map((t) => [t.validFrom, t.index, t.from, t.to, money(t.payout), money(t.dollars)]),
  );
  await copy(
    "office_sites",
    "company_id site_id",
    offices.flatMap((o) => o.siteIds.map((id) => [o.id, id])),
  );
  await copy(
    "agent_sites",
    "agent_id site_id",
    agents.flatMap((a) => a.siteIds.map((id) => [a.id, id])),
  );
}
