/** @typedef {{ sources: string[], tests: string[], isPure?: boolean }} Area */

const POSTBACKS = "server/tracking/postbacks";

/**
 * The areas of `npm run test:mutation`: sources that belong together, and the test files that prove them, quickest
 * first. More files find more and take longer. A mutant that only another file would notice counts as survived.
 * @type {Record<string, Area>}
 */
export const areas = {
  "server/trade/periods": {
    sources: ["server/{kernel/time,trade/periods}/*.ts", "!server/trade/periods/half-month-sql.ts"],
    tests: ["tests/kernel/periods*.test.ts"],
    isPure: true,
  },
  "server/kernel/text/money": {
    sources: ["server/kernel/text/money.ts"],
    tests: ["tests/kernel/money.test.ts"],
    isPure: true,
  },
  "server/kernel/operation/permission": {
    sources: ["server/kernel/operation/{permission,roles}.ts"],
    tests: ["tests/kernel/{rules,permission}.test.ts"],
    isPure: true,
  },
  "server/kernel/operation/input": {
    sources: ["server/kernel/operation/{constraint,input,page,schema-fields,text-input}.ts"],
    tests: ["tests/kernel/{statements,text-input,update-fields,input,constraint}.test.ts"],
    isPure: true,
  },
  "server/kernel/operation/perform": {
    sources: ["server/kernel/operation/{perform,perform-together,catch-up,idempotency,audit}.ts"],
    tests: [
      "tests/operations/{perform-effects,perform,last-save,deadlocks,together,catch-up,may-lag}.test.ts",
      "tests/operations/logs/{audit,history,journal}.test.ts",
    ],
  },
  "server/kernel/operation/turns": {
    sources: ["server/kernel/operation/turns.ts"],
    tests: ["tests/kernel/turns.test.ts"],
    isPure: true,
  },
  "server/accounts/visibility": {
    sources: ["server/accounts/visibility.ts"],
    tests: [
      "tests/kernel/rules.test.ts",
      "tests/operations/sites/visible.test.ts",
      "tests/operations/{options,accounts-status}.test.ts",
    ],
  },
  [`${POSTBACKS}/verdicts`]: {
    sources: [`${POSTBACKS}/{parameters,assess,keys}.ts`, "server/tracking/sales/sale.ts"],
    tests: ["tests/tracking/verdicts.test.ts"],
    isPure: true,
  },
  [`${POSTBACKS}/batches`]: {
    sources: [`${POSTBACKS}/{book-together,batches,admit}.ts`],
    tests: ["tests/tracking/postback-batches.test.ts"],
  },
  [`${POSTBACKS}/decisions`]: {
    sources: [`${POSTBACKS}/{decide,acceptance}.ts`],
    tests: ["tests/tracking/postback-{alone,holds}.test.ts", "tests/tracking/postback.test.ts"],
  },
  [`${POSTBACKS}/held`]: {
    sources: [`${POSTBACKS}/{pending,record,refusal-limit,stolen-card}.ts`],
    tests: [
      "tests/tracking/postback-{alone,holds,refusals}.test.ts",
      "tests/operations/{purge,webhooks/outbox}.test.ts",
    ],
  },
  "server/tracking/sales": {
    sources: ["server/tracking/sales/*.ts"],
    tests: [
      "tests/tracking/{booking,pricing,verdicts,postback-values}.test.ts",
      "tests/operations/payroll/{closing,unchanged}.test.ts",
      "tests/operations/{types/next-price,logs/sales}.test.ts",
    ],
  },
  "server/tracking/rollup": {
    sources: ["server/tracking/rollup/*.ts"],
    tests: ["tests/tracking/roll-up{-failures,}.test.ts"],
  },
  "server/payroll/amounts": {
    sources: [
      "server/payroll/{close,last-rates,periods,write-line}.ts",
      "server/payroll/statements/statement.ts",
      "server/reports/shape-paid.ts",
    ],
    tests: ["tests/operations/payroll/amounts.test.ts"],
    isPure: true,
  },
  "server/payroll/lines": {
    sources: ["server/payroll/{lines,tiers,ledger,holds,pay,close,close-accounts,event-payments}.ts"],
    tests: [
      "tests/operations/payroll/{amounts,ledger,lines,tiers,closing-preview,closing,half-month,unchanged}.test.ts",
      "tests/operations/payroll/{payouts,agent-sales-states,agent-sales,run-rules,runs}.test.ts",
      "tests/operations/doctor.test.ts",
    ],
  },
  "server/payroll/statements": {
    sources: ["server/payroll/statements/*.ts"],
    tests: [
      "tests/operations/payroll/{amounts,bridge,statements,closing-preview,outlook,run-destinations,runs,settlements,worked}.test.ts",
      "tests/operations/doctor.test.ts",
    ],
  },
  "server/payroll/sales": {
    sources: ["server/payroll/sales/*.ts"],
    tests: ["tests/operations/payroll/agent-sales{-states,}.test.ts"],
  },
  "server/payroll/runs": {
    sources: ["server/payroll/runs/*.ts"],
    tests: ["tests/operations/payroll/{run-rules,runs,run-destinations}.test.ts"],
  },
  "server/reports": {
    sources: ["server/reports/{shape,shape-paid,measures,rankings,sites-paid,sites-totals,geos}.ts"],
    tests: [
      "tests/operations/payroll/amounts.test.ts",
      "tests/reports/{shape,sites,sites-avp,sites-roles,sites-refusals,lookups,payroll,top-agents}.test.ts",
    ],
  },
};
