import { expect, test } from "vitest";
import { linked } from "../../app/components/reports/site-columns";
import type { Column } from "../../app/components/table/column";
import { escaped } from "../../app/components/table/markup";
import { Table } from "../../app/components/table/table";
import { inPage } from "../world/in-page";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";

const NAME = `<b>"O'Neil" & co</b>`;
const ADDRESS = `/app/stats/sites?groupBy=agent&agentId="><script>`;

type Row = { agent: string; office: string; sales: number };

const columns: Column<Row>[] = [
  {
    key: "agent",
    label: "Agent",
    head: true,
    nowrap: true,
    cell: ({ agent }) => ({ html: linked(ADDRESS, escaped(agent)) }),
  },
  { key: "office", label: "Office", cell: ({ office }) => office },
  { key: "sales", label: "Sales", numeric: true, pin: "edge", cell: ({ sales }) => String(sales) },
];
const rows = [
  { agent: NAME, office: "Attic", sales: 0 },
  { agent: "ann", office: "Zoo", sales: 7 },
];
const totals = [{ label: "Page Total", cells: { sales: "7" } }];
const shown = (printed: boolean, some = rows) =>
  inPage(<Table kind="report" caption="By agent" empty="No data." {...{ columns, totals, printed }} rows={some} />);

test("a name in a site report becomes part of the page's HTML", () => {
  const html = shown(false);
  expect(html).not.toMatch(/<b>|<script>/);
  expect(tableIn(html).row({ Office: "Attic" })).toEqual({ Agent: NAME, Office: "Attic", Sales: "0" });
  expect(pageOf(html).one("tbody a")?.attr("href")).toBe(ADDRESS);
});

test("on paper a wide report leaves out the cells of the links in its head, its rows and its totals", () => {
  const wide: Column<Row>[] = ["number", "agent", "raws", "link", "link2", "sales"].map((key) => ({
    ...{ key, label: key, numeric: true },
    cell: () => key,
  }));
  const sums = [{ label: "Page Total", cells: { raws: "1", link: "2", link2: "3", sales: "4" } }];
  const html = inPage(
    <Table
      kind="report"
      caption="By agent"
      empty=""
      columns={wide}
      rows={rows}
      totals={sums}
      brief={{ before: 2, after: 1 }}
    />,
  );
  const page = pageOf(html);
  const cells = (row: string, [first, last]: [number, number]) =>
    page
      .all(`${row} > *`)
      .filter((_, index, all) => index < first || index >= all.length - last)
      .map(({ text }) => text);
  const shownIn = (group: string): [number, number] => {
    const [, first, last] = /^brief first(\d+) last(\d+)$/.exec(page.one(group)?.attr("class") ?? "") ?? [];
    return [Number(first), Number(last)];
  };
  expect(cells("thead tr", shownIn("thead"))).toEqual(["number", "agent", "raws", "sales"]);
  expect(cells("tbody tr:first-child", shownIn("tbody"))).toEqual(["number", "agent", "raws", "sales"]);
  expect(cells("tfoot tr", shownIn("tfoot"))).toEqual(["Page Total", "1", "4"]);
});

test("the cells of a site report lack their row header, alignment or colour, or a row is lost in print", () => {
  for (const printed of [false, true]) {
    const html = shown(printed);
    expect(tableIn(html).rows.map(({ Sales }) => Sales)).toEqual(["0", "7"]);
    expect(tableIn(html).totals["Page Total"]).toMatchObject({ Sales: "7" });
    expect(html).toContain('<th scope="row" class="nowrap"><a href=');
    expect(html).toContain('<td class="words">Zoo<td class="pin">7');
    expect(html.includes("<tfoot>")).toBe(!printed);
    expect(html.includes('<tbody class="end"><tr><th')).toBe(printed);
    expect(tableIn(shown(printed, [])).empty).toBe("No data.");
  }
});
