import { modules } from "../../app/http/document/modules";
import { dayOf } from "../../server/kernel/time";
import { payPeriodId, periodOf, previous } from "../../server/trade/periods";
import { developerTokenOf } from "../../seeders/demo/fees";
import { signedIn, type Visitor } from "../world/visitor";

/**
 * Every screen with an address as people open it. Every new route needs a row here: a route without one fails the
 * tests, and each row is measured, checked by axe and opened 320 px wide, for each of its accounts.
 */
export type Screen = {
  /** Name of its file in app/routes, without the ending, or its address where a route in app/pages has several. */
  route: string;
  /** An address on the demo company with as much on the page as an ordinary day brings. */
  path: string;
  /** The demo accounts that may open it; none: it is for people who are signed out. */
  accounts: readonly DemoAccount[];
  /** The status of its answer if that is a refusal. */
  status?: number;
  /** Most bytes of a first visit, and of coming from another screen, where the screen has figures of its own. */
  cold?: number;
  next?: number;
  /** Loaded by its island in addition, once it is visible. */
  island?: { bytes: number; requests: number };
  /** It has a formatted text, whose editor loads when the field is used. */
  editor?: boolean;
};

export type DemoAccount = "super" | "admin" | "manager" | "agent";
export const DEMO_PASSWORD = "demo-2026";
const KB = 1024;
export const COLD = 30 * KB;
export const NEXT = 8 * KB;
export const MOST_REQUESTS = 4;
/** The script that saves cells. */
const FEES = { bytes: 3 * KB, requests: 1 };
/** A chart for each of twelve offices, with its numbers. */
const CHARTS = { cold: 40 * KB };
const everybody: readonly DemoAccount[] = ["super", "admin", "manager", "agent"];
const managers: readonly DemoAccount[] = ["super", "admin", "manager"];
/** The last half-month that is over. */
const half = previous(periodOf(dayOf(Date.now()), "beWeek"));
const day = (back: number) => dayOf(Date.now() - back * 24 * 60 * 60 * 1000);
/** The demo closes a half-month 30 days after its end: this one is the next. */
const toClose = periodOf(day(29), "beWeek");

export const screens: readonly Screen[] = [
  { route: "login", path: "/login", accounts: [], cold: 15 * KB },
  { route: "forgot", path: "/forgot", accounts: [], cold: 15 * KB },
  { route: "reset", path: "/reset?token=unknown", accounts: [], cold: 15 * KB },
  { route: "remote-login", path: "/remote-login?token=unknown", accounts: [], cold: 15 * KB },
  // Only people who have to replace their password see it (sign-in.test.ts).
  { route: "password", path: "/password", accounts: [], cold: 15 * KB },
  // Only people who have to set up two-step sign-in see it (sign-in.test.ts).
  { route: "two-step", path: "/two-step", accounts: [], cold: 15 * KB },
  { route: "logout", path: "/logout", accounts: ["agent"], cold: 15 * KB },
  { route: "api.docs", path: "/api/docs", accounts: [] },
  ...Object.keys(modules).map((module): Screen => ({
    route: "api.docs_.$module",
    path: `/api/docs/${module}`,
    accounts: [],
  })),
  {
    route: "sites.developers.$token",
    path: `/sites/developers/${developerTokenOf({ id: 1 })}`,
    accounts: [],
  },
  {
    route: "sites.developers.$token",
    path: `/sites/developers/${developerTokenOf({ id: 1 })}?code=woocommerce`,
    accounts: [],
  },
  // Its pixel is on.
  {
    route: "sites.developers.$token",
    path: `/sites/developers/${developerTokenOf({ id: 15 })}?code=pixel`,
    accounts: [],
  },
  { route: "app.home", path: "/app/home", accounts: everybody },
  { route: "app.news.edit", path: "/app/news/edit", accounts: ["super"], editor: true },
  { route: "app.news.alerts", path: "/app/news/alerts", accounts: ["super"] },
  { route: "app.logs.claims", path: "/app/logs/claims", accounts: everybody },
  { route: "app.logs.claims_.create", path: "/app/logs/claims/create", accounts: ["manager", "agent"] },
  { route: "app.logs.claims_.$id", path: "/app/logs/claims/1", accounts: everybody },
  { route: "app.messages", path: "/app/messages", accounts: everybody },
  { route: "app.messages_.create", path: "/app/messages/create", accounts: managers, editor: true },
  { route: "app.messages_.$id", path: "/app/messages/1", accounts: everybody },
  {
    route: "messages/:id/confirm",
    path: "/app/messages/1/confirm?intent=withdraw&ids=1",
    accounts: ["super", "admin"],
  },
  { route: "app.site-manuals", path: "/app/site-manuals", accounts: ["super"] },
  {
    route: "app.site-manuals_.create",
    path: "/app/site-manuals/create?siteId=12",
    accounts: ["super"],
    editor: true,
  },
  { route: "app.site-manuals_.edit.$id", path: "/app/site-manuals/edit/1", accounts: ["super"], editor: true },
  { route: "site-manuals/confirm", path: "/app/site-manuals/confirm?intent=remove&ids=1", accounts: ["super"] },
  { route: "app.glossary", path: "/app/glossary", accounts: everybody },
  { route: "app.how-to-sell", path: "/app/how-to-sell", accounts: everybody },
  { route: "app.images", path: "/app/images", accounts: ["super", "admin", "manager"] },
  { route: "app.agents", path: "/app/agents", accounts: managers },
  {
    route: "agents/confirm",
    path: "/app/agents/confirm?intent=suspend&ids=1&ids=2&selected=1",
    accounts: managers,
  },
  { route: "app.agents_.$id._index", path: "/app/agents/1", accounts: managers },
  { route: "app.agents_.$id.history", path: "/app/agents/1/history", accounts: managers },
  { route: "app.agents_.$id.sessions", path: "/app/agents/1/sessions", accounts: managers },
  { route: "app.agents_.$id.payout", path: "/app/agents/1/payout", accounts: ["super"] },
  {
    route: "agents/:id/payout/confirm",
    path: "/app/agents/1/payout/confirm?intent=confirm",
    accounts: ["super"],
  },
  { route: "agents/:id/confirm", path: "/app/agents/1/confirm?intent=suspend&ids=1", accounts: managers },
  { route: "app.agents_.create", path: "/app/agents/create", accounts: managers },
  { route: "app.agents_.edit.$id", path: "/app/agents/edit/1", accounts: managers },
  { route: "agents/edit/:id/confirm", path: "/app/agents/edit/1/confirm?intent=delete", accounts: ["super"] },
  { route: "app.agents_.$id.$name.sites", path: "/app/agents/1/agent/sites", accounts: managers },
  { route: "app.migration", path: "/app/migration", accounts: ["super"] },
  { route: "migration/confirm", path: "/app/migration/confirm?intent=migrate", accounts: ["super"] },
  { route: "app.unapprove", path: "/app/unapprove", accounts: ["super", "admin"] },
  {
    route: "unapprove/confirm",
    path: "/app/unapprove/confirm?intent=approve&ids=66&ids=103",
    accounts: ["super", "admin"],
  },
  { route: "app.spike", path: "/app/spike", accounts: ["super"] },
  { route: "app.spike", path: "/app/spike?show=editor", accounts: ["super"], editor: true },
  ...["alert-text", "alert-html", "confirm", "error-503"].map((name): Screen => ({
    route: "app.spike",
    path: `/app/spike?show=${name}`,
    accounts: ["super"],
  })),
  { route: "app.settings.black-list-ip", path: "/app/settings/black-list-ip", accounts: ["super", "admin"] },
  {
    route: "app.settings.black-list-ip_.create",
    path: "/app/settings/black-list-ip/create",
    accounts: ["super", "admin"],
  },
  {
    route: "app.settings.black-list-ip_.delete",
    path: "/app/settings/black-list-ip/delete",
    accounts: ["super", "admin"],
  },
  {
    route: "settings/black-list-ip/confirm",
    path: "/app/settings/black-list-ip/confirm?intent=delete&ids=1&ids=2&selected=1",
    accounts: ["super", "admin"],
  },
  { route: "app.settings.health", path: "/app/settings/health", accounts: ["super"] },
  { route: "app.settings.options", path: "/app/settings/options", accounts: ["super"] },
  { route: "app.admins", path: "/app/admins", accounts: ["super"] },
  { route: "app.admins_.create", path: "/app/admins/create", accounts: ["super"] },
  { route: "app.admins_.edit.$id", path: "/app/admins/edit/2", accounts: ["super"] },
  { route: "admins/confirm", path: "/app/admins/confirm?intent=demote&ids=1", accounts: ["super"] },
  { route: "app.admins_.superadmins.$id", path: "/app/admins/superadmins/1", accounts: ["super"] },
  { route: "app.admins_.$id.sessions", path: "/app/admins/1/sessions", accounts: ["super"] },
  { route: "app.sites.$id.secrets", path: "/app/sites/1/secrets", accounts: ["super"] },
  { route: "app.sites.$id.secrets", path: "/app/sites/15/secrets", accounts: ["super"] },
  {
    route: "sites/:id/secrets/confirm",
    path: "/app/sites/1/secrets/confirm?intent=revoke&ids=1",
    accounts: ["super"],
  },
  {
    route: "sites/:id/secrets/confirm",
    path: "/app/sites/1/secrets/confirm?intent=revoke-link&ids=1",
    accounts: ["super"],
  },
  { route: "app.sites.$id.history", path: "/app/sites/1/history", accounts: ["super", "admin"] },
  { route: "app.sites.$siteId.types", path: "/app/sites/1/types", accounts: ["super", "admin"] },
  { route: "app.sites.$siteId.types_.create", path: "/app/sites/1/types/create", accounts: ["super"] },
  { route: "app.sites.$siteId.types_.edit.$id", path: "/app/sites/1/types/edit/1", accounts: ["super"] },
  {
    route: "sites/:siteId/types/edit/:id/confirm",
    path: "/app/sites/1/types/edit/1/confirm?intent=delete",
    accounts: ["super"],
  },
  {
    route: "app.sites.$siteId.types_.$id.prices",
    path: "/app/sites/1/types/1/prices?companyId=1&geo=US",
    accounts: ["super", "admin"],
  },
  {
    route: "app.sites.$siteId.types_.$id.history",
    path: "/app/sites/1/types/1/history",
    accounts: ["super", "admin"],
  },
  {
    route: "app.sites.$siteId.types_.$id.what-if",
    path: "/app/sites/1/types/1/what-if?payout=600&feeGeos[0].geo=DE&feeGeos[0].payout=700",
    accounts: ["super", "admin"],
  },
  {
    route: "app.sites.avp-what-if",
    path: "/app/sites/avp-what-if?tiers[0].from=0&tiers[0].payoutPhp=100",
    accounts: ["super", "admin"],
  },
  { route: "app.sites.$siteId.types_.import", path: "/app/sites/1/types/import", accounts: ["super"] },
  {
    route: "app.sites.company-fees",
    path: "/app/sites/company-fees?siteId=1&typeId=1",
    accounts: ["super"],
    island: FEES,
  },
  { route: "app.sites.company-fees_.import", path: "/app/sites/company-fees/import", accounts: ["super"] },
  { route: "app.offices.offices", path: "/app/offices/offices", accounts: ["super", "admin"] },
  {
    route: "app.offices.offices_.confirm",
    path: "/app/offices/offices/confirm?intent=suspend&ids=1&ids=2",
    accounts: ["super", "admin"],
  },
  { route: "app.offices.create", path: "/app/offices/create", accounts: ["super"], editor: true },
  { route: "app.offices.edit.$id", path: "/app/offices/edit/11", accounts: ["super", "admin"], editor: true },
  { route: "app.offices.$id.figures", path: "/app/offices/1/figures", accounts: managers },
  { route: "app.offices.$id.payments", path: "/app/offices/1/payments", accounts: ["super", "admin"] },
  { route: "app.offices.$id.webhooks", path: "/app/offices/1/webhooks", accounts: ["super", "manager"] },
  { route: "app.offices.$id.history", path: "/app/offices/1/history", accounts: managers },
  { route: "app.offices.$id.sessions", path: "/app/offices/1/sessions", accounts: ["super", "admin"] },
  { route: "app.offices.$id.payout", path: "/app/offices/1/payout", accounts: ["super"] },
  {
    route: "offices/:id/payout/confirm",
    path: "/app/offices/1/payout/confirm?intent=confirm",
    accounts: ["super"],
  },
  { route: "app.offices.domains", path: "/app/offices/domains", accounts: ["super"] },
  { route: "app.offices.domains_.create", path: "/app/offices/domains/create", accounts: ["super"] },
  { route: "app.offices.domains_.$id", path: "/app/offices/domains/1", accounts: ["super"] },
  {
    route: "offices/domains/confirm",
    path: "/app/offices/domains/confirm?intent=hide&ids=1",
    accounts: ["super"],
  },
  {
    route: "app.offices.$officeId.$name.sites",
    path: "/app/offices/1/Harbour%20Point/sites",
    accounts: ["super", "admin"],
  },
  { route: "app.sites.sites", path: "/app/sites/sites", accounts: ["super", "admin"] },
  {
    route: "sites/sites/confirm",
    path: "/app/sites/sites/confirm?intent=suspend&ids=1&ids=2&selected=1",
    accounts: ["super"],
  },
  { route: "app.sites.create", path: "/app/sites/create", accounts: ["super"] },
  { route: "app.sites.edit.$id", path: "/app/sites/edit/1", accounts: ["super"] },
  {
    route: "sites/edit/:id/confirm",
    path: "/app/sites/edit/1/confirm?intent=enable&ids=1",
    accounts: ["super"],
  },
  {
    route: "app.stats.sites",
    path: `/app/stats/sites?groupBy=detail&start=${day(60)}&end=${day(0)}`,
    accounts: everybody,
  },
  {
    route: "app.stats.sites-avp",
    path: `/app/stats/sites-avp?groupBy=detail&start=${half.start}&end=${half.end}`,
    accounts: everybody,
  },
  {
    route: "app.stats.sites-payout",
    path: `/app/stats/sites-payout?groupBy=agent&start=${half.start}&end=${half.end}`,
    accounts: ["super", "admin"],
  },
  {
    route: "app.stats.sites-payout-avp",
    path: `/app/stats/sites-payout-avp?groupBy=detail&start=${half.start}&end=${half.end}&avp=2`,
    accounts: ["super", "admin"],
  },
  {
    route: "app.stats.explain",
    path: `/app/stats/explain?groupBy=date&start=${half.start}&end=${half.end}&of=~~~sales`,
    accounts: everybody,
  },
  {
    route: "app.stats.columns",
    path: `/app/stats/columns?report=sites&groupBy=detail&start=${half.start}&end=${half.end}`,
    accounts: everybody,
  },
  {
    route: "app.stats.figures",
    path: `/app/stats/figures?groupBy=date&start=${half.start}&end=${half.end}&of=~~~`,
    accounts: everybody,
  },
  {
    route: "app.stats.top-agents",
    path: "/app/stats/top-agents?siteId=custom&siteIds=1&siteIds=2",
    accounts: managers,
  },
  {
    route: "app.stats.office-performance",
    path: "/app/stats/office-performance",
    accounts: managers,
  },
  {
    route: "app.stats.office-performance-chart",
    path: "/app/stats/office-performance-chart",
    accounts: managers,
    ...CHARTS,
  },
  {
    route: "app.stats.office-performance-chart",
    path: `/app/stats/office-performance-chart?period=${day(365)},${day(1)},day`,
    accounts: ["super"],
    ...{ ...CHARTS, next: CHARTS.cold },
  },
  {
    route: "app.stats.statements.$periodId",
    path: `/app/stats/statements/${payPeriodId(day(15))}?agentId=1`,
    accounts: everybody,
  },
  {
    route: "app.stats.statements.$periodId",
    path: `/app/stats/statements/${payPeriodId(day(15))}?companyId=1`,
    accounts: managers,
  },
  { route: "app.stats.pay-periods", path: "/app/stats/pay-periods", accounts: ["admin", "super"] },
  {
    route: "app.stats.pay-periods_.confirm",
    path: `/app/stats/pay-periods/confirm?intent=pay&ids=${payPeriodId(previous(toClose).start)}`,
    accounts: ["super"],
  },
  {
    route: "app.stats.pay-periods_.pay.$id",
    path: `/app/stats/pay-periods/pay/${payPeriodId(previous(toClose).start)}`,
    accounts: ["super"],
  },
  {
    route: "app.stats.pay-periods_.close.$id",
    path: `/app/stats/pay-periods/close/${payPeriodId(toClose.start)}?phpPerUsd=56.25`,
    accounts: ["super"],
  },
  {
    route: "app.stats.pay-periods_.close.$id_.confirm",
    path: `/app/stats/pay-periods/close/${payPeriodId(toClose.start)}/confirm?phpPerUsd=56.25`,
    accounts: ["super"],
  },
  {
    route: "app.stats.pay-periods_.$id",
    path: `/app/stats/pay-periods/${payPeriodId(half.start)}`,
    accounts: ["super"],
  },
  { route: "app.stats.payment-runs", path: "/app/stats/payment-runs", accounts: ["admin", "super"] },
  { route: "app.stats.payment-runs_.$id", path: "/app/stats/payment-runs/1", accounts: ["admin", "super"] },
  {
    route: "stats/payment-runs/confirm",
    path: "/app/stats/payment-runs/confirm?intent=undo&ids=1",
    accounts: ["super"],
  },
  { route: "app.logs.chat", path: `/app/logs/chat?start=${day(20)}&end=${day(0)}`, accounts: everybody },
  { route: "app.chat-logs.create", path: "/app/chat-logs/create", accounts: ["agent"] },
  { route: "app.logs.login", path: `/app/logs/login?start=${day(20)}&end=${day(0)}`, accounts: everybody },
  { route: "app.logs.click-outs", path: `/app/logs/click-outs?start=${day(6)}&end=${day(0)}`, accounts: everybody },
  { route: "app.logs.sale-logs", path: `/app/logs/sale-logs?start=${day(60)}&end=${day(0)}`, accounts: everybody },
  { route: "app.logs.sales", path: `/app/logs/sales?start=${day(60)}&end=${day(0)}`, accounts: everybody },
  {
    route: "logs/sale-logs/confirm",
    path: "/app/logs/sale-logs/confirm?intent=resolve&ids=1",
    accounts: ["super"],
  },
  { route: "app.logs.signals", path: "/app/logs/signals", accounts: managers },
  { route: "app.logs.signals_.$id", path: "/app/logs/signals/1", accounts: ["super", "admin"] },
  { route: "app.logs.postbacks", path: `/app/logs/postbacks?start=${day(20)}&end=${day(0)}`, accounts: everybody },
  {
    route: "app.logs.postbacks_.confirm",
    path: "/app/logs/postbacks/confirm?intent=replay&ids=1",
    accounts: ["super"],
  },
  { route: "app.logs.common-logs", path: "/app/logs/common-logs", accounts: ["super", "admin"] },
  { route: "app.links.links", path: "/app/links/links?siteId=1&agentId=agent", accounts: everybody },
  { route: "app.links.all", path: "/app/links/all?agentId=agent", accounts: everybody },
  { route: "app.links.named", path: "/app/links/named", accounts: ["agent"] },
  { route: "links/named/confirm", path: "/app/links/named/confirm?intent=delete&ids=1", accounts: ["agent"] },
  {
    route: "app.links.links_.qr",
    path: "/app/links/links/qr?siteId=1&agentId=agent&typeId=1&linkFormat=Encoded",
    accounts: everybody,
  },
  {
    route: "app.links.links-translate",
    path: "/app/links/links-translate?link=https%3A%2F%2Felse.example%2Fapi%2Flinks%2Fgo%2F1%2F1%2F1%0A%2Fapi%2Flinks%2Fgo%2F2%2F3%2F1",
    accounts: ["super", "admin"],
  },
  { route: "app.links.doctor", path: "/app/links/doctor?link=%2Fapi%2Flinks%2Fgo%2F1%2F1%2F1", accounts: everybody },
  { route: "app.search", path: "/app/search?q=ar", accounts: everybody },
  { route: "app.profile", path: "/app/profile", accounts: ["super", "admin", "agent"] },
  { route: "app.profile", path: "/app/profile", accounts: ["manager"], editor: true },
  { route: "app.profile_.payout", path: "/app/profile/payout", accounts: ["manager", "agent"] },
  { route: "app.profile_.sessions", path: "/app/profile/sessions", accounts: everybody },
  { route: "app.profile_.two-step", path: "/app/profile/two-step", accounts: everybody },
  {
    route: "profile/two-step/confirm",
    path: "/app/profile/two-step/confirm?intent=removePasskey&ids=1",
    accounts: everybody,
  },
  { route: "app.profile_.tokens", path: "/app/profile/tokens", accounts: everybody },
  {
    route: "profile/tokens/confirm",
    path: "/app/profile/tokens/confirm?intent=revoke&ids=1",
    accounts: everybody,
  },
  { route: "app.profile_.views", path: "/app/profile/views", accounts: everybody },
  {
    route: "app.profile_.views_.create",
    path: "/app/profile/views/create?screen=/app/stats/sites&groupBy=date",
    accounts: everybody,
  },
  { route: "app.profile_.views_.edit.$id", path: "/app/profile/views/edit/1", accounts: ["super"] },
  { route: "profile/views/confirm", path: "/app/profile/views/confirm?intent=delete&ids=1", accounts: ["super"] },
  { route: "app.profile_.webhooks", path: "/app/profile/webhooks", accounts: ["super", "manager"] },
  { route: "app.profile_.webhooks_.$id", path: "/app/profile/webhooks/1", accounts: ["super", "manager"] },
  {
    route: "profile/webhooks/:id/confirm",
    path: "/app/profile/webhooks/1/confirm?intent=delete&ids=1",
    accounts: ["super", "manager"],
  },
];

/** The accounts that open screens; first undefined, for people who are signed out. */
export const accounts = [undefined, ...new Set(screens.flatMap((screen) => screen.accounts))];
export const screensOf = (account: DemoAccount | undefined): readonly Screen[] =>
  screens.filter((screen) => (account ? screen.accounts.includes(account) : screen.accounts.length === 0));

// Sign-ins are throttled and cost a hash each: one session per account serves all tests of a file.
const visitors = new Map<string, Promise<Visitor>>();

/** Signs a browser profile in as an account of the demo at that server; empty without an account. */
export async function visitorOf(url: string, account: DemoAccount | undefined): Promise<{ as?: Visitor }> {
  if (!account) return {};
  const known = visitors.get(account) ?? signedIn(url, account, DEMO_PASSWORD);
  visitors.set(account, known);
  return { as: await known };
}
