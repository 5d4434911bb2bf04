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
  "server/kernel/operation/roles": {
    sources: ["server/kernel/operation/roles.ts"],
    tests: ["tests/kernel/rules.test.ts"],
    isPure: true,
  },
  "server/kernel/operation": {
    sources: ["server/kernel/operation/*.ts", "!server/kernel/operation/roles.ts"],
    tests: ["tests/kernel/{statements,update-fields}.test.ts", "tests/operations/{perform,may-lag,together}.test.ts"],
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
    sources: [`${POSTBACKS}/{decide,acceptance,pending,record,refusal-limit,stolen-card}.ts`],
    tests: ["tests/tracking/postback.test.ts", "tests/tracking/postback-{holds,refusals,concurrency}.test.ts"],
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
    tests: ["tests/tracking/roll-up.test.ts"],
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
  "server/payroll": {
    sources: ["server/payroll/**/*.ts"],
    tests: ["tests/operations/payroll/*.test.ts"],
  },
  "server/reports": {
    sources: ["server/reports/{shape,shape-paid,measures,rankings,sites-paid,sites-totals,geos}.ts"],
    tests: ["tests/operations/payroll/amounts.test.ts", "tests/reports/{sites,sites-avp,payroll,top-agents}.test.ts"],
  },
};
