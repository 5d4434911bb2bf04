import { accounts } from "./0001-accounts";
import { catalogue } from "./0002-catalogue";
import { tracking } from "./0003-tracking";
import { rollups } from "./0004-rollups";
import { payroll } from "./0005-payroll";
import { logs } from "./0006-logs";
import { messages } from "./0007-messages";
import { migration } from "./0008-migration";
import { replicas } from "./0009-replicas";
import { maintenance } from "./0010-maintenance";
import { search } from "./0011-search";
import { approvals } from "./0012-approvals";
import { blackListOrigin } from "./0013-black-list-origin";
import { paymentRuns } from "./0014-payment-runs";
import { plannedPrices } from "./0015-planned-prices";
import { payoutDetails } from "./0016-payout-details";
import { columnChoices } from "./0017-column-choices";
import { customerStatistics } from "./0018-customer-statistics";
import { lastSales } from "./0019-last-sales";
import { clickArrivals } from "./0020-click-arrivals";
import { webhooks } from "./0021-webhooks";
import { siteDeveloperLinks } from "./0022-site-developer-links";

/** Every migration in its order. Append-only: a name or text never changes once it has run anywhere (see CONTRIBUTING.md). */
export const migrations = [
  { name: "0001-accounts", text: accounts },
  { name: "0002-catalogue", text: catalogue },
  { name: "0003-tracking", text: tracking },
  { name: "0004-rollups", text: rollups },
  { name: "0005-payroll", text: payroll },
  { name: "0006-logs", text: logs },
  { name: "0007-messages", text: messages },
  { name: "0008-migration", text: migration },
  { name: "0009-replicas", text: replicas },
  { name: "0010-maintenance", text: maintenance },
  { name: "0011-search", text: search },
  { name: "0012-approvals", text: approvals },
  { name: "0013-black-list-origin", text: blackListOrigin },
  { name: "0014-payment-runs", text: paymentRuns },
  { name: "0015-planned-prices", text: plannedPrices },
  { name: "0016-payout-details", text: payoutDetails },
  { name: "0017-column-choices", text: columnChoices },
  { name: "0018-customer-statistics", text: customerStatistics },
  { name: "0019-last-sales", text: lastSales },
  { name: "0020-click-arrivals", text: clickArrivals },
  { name: "0021-webhooks", text: webhooks },
  { name: "0022-site-developer-links", text: siteDeveloperLinks },
] as const;
