import { expect, test } from "vitest";
import { pageOf } from "../world/page";
import { cell, csvIn, rowsUnder, tableIn } from "../world/table";

test("a page is parsed as a browser does: entities, comments, text that resembles tags, and templates", () => {
  const page = pageOf(`<!DOCTYPE html><html><head><title>A &amp; B</title></head><body>
    <div class="toast success"><p><b>Success</b> <!-- -->Saved</p></div>
    <form class="form" id="f1">
      <label><input type="checkbox" name="shown" checked=""/> Show &lt;b&gt;</label>
      <textarea name="note">
a &lt;input name="x" value="none"&gt;</textarea>
      <template><input name="x" value="later"></template>
      <p class="error" id="q-note-error">It&#x27;s long</p>
      <button value="save">Save</button>
    </form>
    <a href="?a=1&amp;b=2">Next</a><input form="f1" name="beside" value="1">
    <table><thead><tr><th>Name<small>of it</small></th></tr></thead>
      <tbody><tr><td>Ann</td><td><span>1</span></td></tr><tr class="sum"><td>Total</td></tr></tbody></table>`);
  expect([page.title, page.notice, page.failure]).toEqual(["A & B", "Success Saved", undefined]);
  expect([page.value("note"), page.value("x"), page.message("note")]).toEqual([
    'a <input name="x" value="none">',
    undefined,
    "It's long",
  ]);
  expect([page.ticked("shown"), page.choices("shown"), page.link("Next")]).toEqual([true, ["Show <b>"], "?a=1&b=2"]);
  expect(page.one("form")?.fields.map((field) => field.attr("name"))).toEqual(["shown", "note", undefined, "beside"]);
});

const TABLE = `<table><caption>Sums</caption>
  <thead><tr><th></th><th>Agent</th><th>Sales<small>of cards</small></th><th>Sales<small>of cards</small></th></tr></thead>
  <tbody><tr><td></td><th>ann</th><td><b>1</b></td><td>2</td></tr><tr><td></td><th>bob</th><td>3</td><td>4</td></tr></tbody>
  <tbody><tr><td></td><th>cid</th><td>5</td><td>6</td></tr><tr class="sum"><th colspan="2">Total</th><td>9</td><td>12</td></tr></tbody></table>`;
const EMPTY = `<table><caption>Nothing</caption><thead><tr><th>Name</th></tr></thead>
  <tbody><tr class="empty"><td>No data</td></tr></tbody></table>`;

test("a table is read by its headings: rows, totals, and the sentence of an empty table", () => {
  const table = tableIn(TABLE);
  const headings = ["(no heading)", "Agent", "Sales of cards", "Sales of cards (2)"];
  expect(table.headings).toEqual(headings);
  expect(table.rows).toEqual(rowsUnder(headings, ["", "ann", "1", "2"], ["", "bob", "3", "4"], ["", "cid", "5", "6"]));
  expect(table.totals).toEqual({ Total: { "Sales of cards": "9", "Sales of cards (2)": "12" } });
  expect([table.row({ Agent: "bob" })["Sales of cards"], table.column("Agent")]).toEqual(["3", ["ann", "bob", "cid"]]);
  const nothing = tableIn(TABLE + EMPTY, "Nothing");
  expect([nothing.headings, nothing.rows, nothing.totals, nothing.empty]).toEqual([["Name"], [], {}, "No data"]);
  const both = EMPTY.replace("<tbody>", "<tbody><tr><td>ann</td></tr>");
  expect([tableIn(both).column("Name"), tableIn(both).empty]).toEqual([["ann"], undefined]);
});

test("a CSV file is read by the headings in its first line, even if a field contains quotes and commas", () => {
  expect(csvIn('"No. (a, b)",Name,\n1,"Ann ""A"", B",\n,,2\n').rows).toEqual([
    { "No. (a, b)": "1", Name: 'Ann "A", B', "(no heading)": "" },
    { "No. (a, b)": "", Name: "", "(no heading)": "2" },
  ]);
});

test("an unknown heading, row, total or caption fails with a list of those that exist", () => {
  const table = tableIn(TABLE);
  expect(() => table.column("Sales")).toThrow(
    'No column "Sales". The headings are: "(no heading)", "Agent", "Sales of cards", "Sales of cards (2)"',
  );
  expect(() => tableIn(EMPTY).column("Sales")).toThrow('No column "Sales". The headings are: "Name"');
  expect(() => table.row({ Agent: "dan" })).toThrow(/^0 rows have {"Agent":"dan"}. The rows are: .*"Agent":"cid"/);
  expect(() => table.row({ "(no heading)": "" })).toThrow("3 rows have");
  expect(() => cell({ Agent: "ann" }, "Sales")).toThrow('No column "Sales". The headings are: "Agent"');
  expect(() => table.total("Overall Total")).toThrow('No totals "Overall Total". The totals are: "Total"');
  expect(() => tableIn(TABLE + EMPTY)).toThrow('Expected one table. The page has: "Sums", "Nothing"');
  expect(() => tableIn(EMPTY, "Sums")).toThrow('Expected one table "Sums". The page has: "Nothing"');
  expect(() => tableIn(TABLE.replace("<b>1</b></td><td>", ""))).toThrow("3 cells below 4 headings");
});
