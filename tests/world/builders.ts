/**
 * Builders of records for tests. Each writes complete, consistent rows in the open transaction, or in one of its own if
 * none is open.
 */
export { aSuperadmin, anAdmin, anAgent, anOffice, type Account, type Agent, type Office } from "./builders/people";
export { aPrice, aSite, enable, type Site, type Type } from "./builders/catalogue";
export { aClick, aReversal, aSale, type Click, type Sale } from "./builders/traffic";
export { aClosedPeriod, aLedgerLine } from "./builders/payroll";
