import { config } from "../kernel/process/config";
import { brand } from "../kernel/process/brand";
import { type Actor, designated, hasPermission, only, hasRole } from "../kernel/operation/roles";
import { canReadManuals } from "./visibility";

/**
 * Booleans for the parts of screens that this account may see, derived from the same rules that operations check.
 * They only hide parts of a screen. Each operation still checks its own rule.
 */
export function abilities(actor: Actor) {
  const company = hasRole(actor, "company");
  const admin = hasRole(actor, "admin");
  const superadmin = hasRole(actor, "superadmin");
  const { lppVisible, IPVisible, ReferrerVisible } = brand();
  return {
    seeNews: superadmin,
    seeOffices: admin,
    seeAgents: company,
    sendMessages: company,
    approveAgents: hasPermission(actor, "APPROVE_AGENTS"),
    seeSites: admin,
    readHowToSell: canReadManuals.admits(actor),
    manageManuals: superadmin,
    seeAdmins: superadmin,
    seeSettings: admin,
    manageOptions: superadmin,
    seeHealth: superadmin,
    seeGallery: superadmin,
    editCatalogue: superadmin,
    addOffice: superadmin,
    deleteRecords: designated.admits(actor),
    moveAgents: superadmin,
    viewAsAgent: company && !actor.by,
    migrateAgents: superadmin,
    chooseOffice: admin,
    chooseAgent: company,
    groupByOffice: admin,
    groupByAgent: company,
    seeTopAgents: company,
    seePayroll: admin,
    managePayroll: superadmin,
    filterByAvp: admin,
    translateLinks: admin,
    seeLoginLogs: company,
    seeCommonLogs: hasPermission(actor, "SHOW_COMMON_LOGS"),
    seeSignals: company,
    seeReferer: superadmin,
    replayPostbacks: superadmin,
    resolveFlags: superadmin,
    submitChatLog: only("agent").admits(actor),
    saveLinks: only("agent").admits(actor),
    makeTokens: !actor.by,
    manageWebhooks: superadmin || only("company").admits(actor) || only("agent").admits(actor),
    bePaid: !admin,
    claimSales: !admin,
    useTwoStep: !actor.by,
    resetTwoStep: company,
    seeEarning: actor.earningVisible,
    /** Readable passwords are in lists and forms. */
    seePasswords: config().PASSWORDS_VISIBLE === "on",
    /** They are shown one at a time. */
    showPasswords: config().PASSWORDS_VISIBLE === "each",
    seeLpp: lppVisible,
    seeIp: IPVisible,
    seeReferrer: ReferrerVisible,
  };
}

export type Abilities = ReturnType<typeof abilities>;
