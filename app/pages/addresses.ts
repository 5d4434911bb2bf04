/** Addresses below `/app` that share a route, with the names of their parameters. */

/** Files to download: the address of a screen and the name of the file. */
export const FILES = [
  "agents/export.csv",
  "logs/chat/export.csv",
  "logs/click-outs/export.csv",
  "logs/common-logs/export_data.txt",
  "logs/login/export.csv",
  "logs/postbacks/export.csv",
  "logs/sale-logs/export.csv",
  "logs/sales/export.csv",
  "settings/black-list-ip/export.csv",
  "sites/:siteId/types/:id/what-if/export.csv",
  "sites/:siteId/types/export.csv",
  "sites/avp-what-if/export.csv",
  "sites/company-fees/export.csv",
  "stats/explain/export.csv",
  "stats/office-performance/export.csv",
  "stats/pay-periods/:id/export.csv",
  "stats/pay-periods/close/:id/export.csv",
  "stats/pay-periods/pay/:id/export.csv",
  "stats/payment-runs/:id/export.csv",
  "stats/sites-avp/export.csv",
  "stats/sites-payout-avp/export.csv",
  "stats/sites-payout/export.csv",
  "stats/sites/export.csv",
  "stats/statements/:periodId/export.csv",
  "stats/top-agents/export.csv",
] as const;

/** Screens with acts, each of which has a page that asks first: `{screen}/confirm`. */
export const ASKING = [
  "admins",
  "agents/:id",
  "agents/:id/payout",
  "agents",
  "agents/edit/:id",
  "links/named",
  "logs/sale-logs",
  "migration",
  "offices/:id/payout",
  "offices/domains",
  "profile/tokens",
  "profile/two-step",
  "profile/webhooks/:id",
  "settings/black-list-ip",
  "site-manuals",
  "sites/:id/secrets",
  "sites/:siteId/types/edit/:id",
  "sites/edit/:id",
  "sites/sites",
  "stats/payment-runs",
  "unapprove",
] as const;

/** Folders of screens, each of which leads to one of them. */
export const FOLDERS = [
  "chat-logs",
  "links",
  "logs",
  "news",
  "offices",
  "settings",
  "sites",
  "stats",
  "stats/statements",
] as const;
