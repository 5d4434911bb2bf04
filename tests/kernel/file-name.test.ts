import { expect, test } from "vitest";
import { csvFileName } from "../../server/kernel/text/file-name";
import { csvText, timeCell, timeHeading } from "../../server/kernel/text/csv";

test.each([
  [["sites", "Harbour Point", "2026-11-16", "2026-11-22"], "sites_harbour-point_2026-11-16_2026-11-22.csv"],
  [["Payroll AVP by agent", undefined, null, "all"], "payroll-avp-by-agent_all.csv"],
  [["statement", "Señor “Ø” & Söhne / ../x"], "statement_senor-sohne-x.csv"],
  [["statement", "Гавань", "2026-11-16"], "statement_2026-11-16.csv"],
  [["a", "b".repeat(300)], `a_${"b".repeat(40)}.csv`],
])("the name of an export is plain for every file system: %j", (parts, name) => {
  expect(csvFileName(...parts)).toBe(name);
});

test("a time is a cell that spreadsheets read as a time, with the zone in the heading", () => {
  expect([timeHeading("Date"), timeCell("2026-11-23T00:40:23.826-05:00"), timeCell(null)]).toEqual([
    ...["Date (New York)", "2026-11-23 00:40:23", ""],
  ]);
});

test("only numbers of the columns for amounts get two decimals", () => {
  expect(csvText([["a", 1, -1.5, "-1"]], [false, false, true])).toBe("a,1,-1.50,'-1\n");
});
