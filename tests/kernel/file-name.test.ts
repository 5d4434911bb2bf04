import { expect, test } from "vitest";
import { isoTime } from "../../server/kernel/time";
import { csvFileName } from "../../server/kernel/text/file-name";
import { csvText, offsetCell, offsetHeading, timeCell, timeHeading } from "../../server/kernel/operation/csv";

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

test("half past one before and after the end of daylight saving time differ in their offset, which is not a formula", () => {
  const times = ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"].map((time) => isoTime(new Date(time)));
  expect(csvText(times.map((time) => [timeCell(time), offsetCell(time)]))).toBe(
    "2026-11-01 01:30:00,-04:00\n2026-11-01 01:30:00,-05:00\n",
  );
  expect([offsetHeading("Date"), offsetCell(null)]).toEqual(["Date (UTC offset)", ""]);
});

test("only numbers of the columns for amounts get two decimals", () => {
  expect(csvText([["a", 1, -1.5, "-1"]], [false, false, true])).toBe("a,1,-1.50,'-1\n");
});
