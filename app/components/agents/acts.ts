import type { Acts } from "../table/acts";

/** Change what an agent may do. Each is undone by its inverse. */
export const statusActs = {
  suspend: {
    label: "Suspend",
    bulk: "Suspend",
    ask: "Suspend this agent?",
    askSelected: "Are you sure to suspend selected agents?",
    reason: true,
    change: { active: false },
    undo: { by: "activate", done: "was suspended." },
    can: "seeAgents",
  },
  activate: {
    label: "Activate",
    bulk: "Activate",
    ask: "Activate this agent?",
    askSelected: "Are you sure to activate selected agents?",
    reason: true,
    change: { active: true },
    undo: { by: "suspend", done: "was activated." },
    can: "seeAgents",
  },
  hide: { label: "Hide", change: { hidden: true }, undo: { by: "show", done: "was hidden." }, can: "seeAgents" },
  show: { label: "Show", change: { hidden: false }, undo: { by: "hide", done: "is shown again." }, can: "seeAgents" },
  disableLogin: {
    label: "Disable login",
    bulk: "Disable login",
    ask: "Disable login for this agent?",
    askSelected: "Are you sure to disable login for selected agents?",
    reason: true,
    change: { loginBlocked: true },
    undo: { by: "enableLogin", done: "can no longer log in. Undo enables login until 01:00." },
    can: "seeAgents",
  },
  enableLogin: {
    label: "Enable login",
    tip: "enable login up to 01:00",
    bulk: "Enable login",
    ask: "Enable login for this agent until 01:00?",
    askSelected: "Are you sure to enable login for selected agents?",
    reason: true,
    change: { loginBlocked: false },
    undo: { by: "disableLogin", done: "can log in until 01:00." },
    can: "seeAgents",
  },
} as const satisfies Acts;

type Agent = { approved: boolean; rejectedAt: string | null; loginBlocked: boolean };

export const approvalActs = {
  approve: {
    label: "Approve",
    bulk: "Approve selected",
    ask: "Are you sure to approve agent?",
    askSelected: "Are you sure to approve selected agents?",
    can: "approveAgents",
    when: ({ approved }: Agent) => !approved,
  },
  reject: {
    label: "Reject",
    bulk: "Reject selected",
    ask: "Reject this agent?",
    askSelected: "Reject selected agents?",
    reason: "Required. The agent's manager can read it.",
    danger: true,
    can: "approveAgents",
    when: ({ approved, rejectedAt }: Agent) => !approved && rejectedAt === null,
  },
} as const satisfies Acts<Agent>;

/** The acts on the page of an agent beside those on the status. */
export const agentActs = {
  ...approvalActs,
  request: {
    label: "Ask for approval again",
    can: "seeAgents",
    when: ({ approved, rejectedAt }: Agent) => !approved && rejectedAt !== null,
  },
  viewAs: {
    label: "View as this agent",
    ask: "View the product as this agent? You see what the agent sees and can change nothing, until you press Leave, which returns you to this page.",
    can: "viewAsAgent",
    when: ({ approved, loginBlocked }: Agent) => approved && !loginBlocked,
  },
} as const satisfies Acts<Agent>;

export const deletionActs = {
  delete: {
    label: "Delete",
    ask: (username: string) => `Do you want to delete the agent "${username}" and all it's statistics and logs?`,
    danger: true,
    can: "deleteRecords",
  },
} as const satisfies Acts;
