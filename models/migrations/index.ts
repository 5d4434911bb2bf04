import { accounts } from "./0001-accounts";
import { catalogue } from "./0002-catalogue";
import { tracking } from "./0003-tracking";
import { rollups } from "./0004-rollups";
import { payroll } from "./0005-payroll";
import { logs } from "./0006-logs";
import { migration } from "./0008-migration";
import { avpChanges } from "./0009-avp-changes";
import { news } from "./0010-news";
import { twoStep } from "./0011-two-step";
import { logSearch } from "./0012-log-search";
import { blackList } from "./0013-black-list";
import { siteManuals } from "./0014-site-manuals";
import { chatLogs } from "./0015-chat-logs";
import { ledgerRules } from "./0016-ledger-rules";
import { doctor } from "./0019-doctor";
import { saleAndPostbackLogs } from "./0020-sale-and-postback-logs";
import { replicas } from "./0021-replicas";
import { upkeep } from "./0022-upkeep";
import { hits } from "./0024-hits";
import { daysOfAgents } from "./0025-days-of-agents";
import { soldAlone } from "./0026-sold-alone";

/** Every migration in its order. A name never changes once it has run anywhere. */
export const migrations = [
  { name: "0001-accounts", text: accounts },
  { name: "0002-catalogue", text: catalogue },
  { name: "0003-tracking", text: tracking },
  { name: "0004-rollups", text: rollups },
  { name: "0005-payroll", text: payroll },
  { name: "0006-logs", text: logs },
  { name: "0008-migration", text: migration },
  { name: "0009-avp-changes", text: avpChanges },
  { name: "0010-news", text: news },
  { name: "0011-two-step", text: twoStep },
  { name: "0012-log-search", text: logSearch },
  { name: "0013-black-list", text: blackList },
  { name: "0014-site-manuals", text: siteManuals },
  { name: "0015-chat-logs", text: chatLogs },
  { name: "0016-ledger-rules", text: ledgerRules },
  { name: "0019-doctor", text: doctor },
  { name: "0020-sale-and-postback-logs", text: saleAndPostbackLogs },
  { name: "0021-replicas", text: replicas },
  { name: "0022-upkeep", text: upkeep },
  { name: "0024-hits", text: hits },
  { name: "0025-days-of-agents", text: daysOfAgents },
  { name: "0026-sold-alone", text: soldAlone },
] as const;
