import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { PageContext } from "../../app/components/page";
import { AlertModal } from "../../app/components/frame/alert-modal";
import { ErrorText } from "../../app/components/frame/error-text";
import { Tabs } from "../../app/components/frame/tabs";
import { Toasts } from "../../app/components/frame/toasts";
import { AgentPicker } from "../../app/components/pickers/agent-picker";
import { DateRange } from "../../app/components/pickers/date-range";
import { SingleDate } from "../../app/components/pickers/single-date";
import { Select } from "../../app/components/form/choices";
import type { Column } from "../../app/components/table/column";
import { Act, ConfirmPage } from "../../app/components/ui/confirm";
import { Conflict, versionOf } from "../../app/components/ui/conflict";
import { CriteriaForm } from "../../app/components/form/criteria-form";
import { CriteriaLine } from "../../app/components/form/criteria-line";
import { PrintLink } from "../../app/components/reports/print-link";
import { criteria, filterSummary } from "../../app/components/form/criteria";
import { Form, usePostForm } from "../../app/components/form/form";
import { needSeparatePages } from "../../app/components/charts/office-chart";
import { axisOf } from "../../app/components/charts/scales";
import { Trend } from "../../app/components/home/trend";
import { TextInput } from "../../app/components/form/inputs";
import { BulkActs } from "../../app/components/table/bulk-acts";
import { RowActs, RowLink } from "../../app/components/table/row-acts";
import { Pager } from "../../app/components/table/pager";
import { ShortLink } from "../../app/components/table/short-link";
import { Table } from "../../app/components/table/table";
import { errors } from "../../app/texts";
import { inPage } from "../world/in-page";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";

const pager = (page: number, total: number, pageSize = 50) =>
  inPage(<Pager {...{ page, total, pageSize }} />, `/app/agents?page=${page}&office=3`);

test("the narrow criteria say 'undefined' for an address with one day or none", () => {
  const summary = (values: Record<string, string>) => filterSummary({ values, errors: {} }).summary;
  expect(summary({ start: "2026-11-20" })).toBe("2026-11-20 ~ · all");
  expect(summary({ end: "2026-11-20" })).toBe("~ 2026-11-20 · all");
  expect(summary({})).toBe("all");
  expect(summary({ start: "2026-11-19", end: "2026-11-20", siteId: "3" })).toBe(
    "2026-11-19 ~ 2026-11-20 · 1 more filter",
  );
});

test("the pager shows Prev, 'page of pages' and Next, rounded up, if there are rows [WIDGET-05, WIDGET-07]", () => {
  const middle = pager(2, 101);
  expect(middle).toContain("<span>2 of 3</span>");
  for (const [rel, text, page] of [
    ["prev", "Prev", 1],
    ["next", "Next", 3],
  ]) {
    const link = pageOf(middle).one(`a[rel=${rel}]`);
    expect([link?.text, link?.attr("href")]).toEqual([text, `?page=${page}&office=3`]);
  }
  expect(pager(1, 100)).toContain("1 of 2");
  expect(pager(1, 100)).not.toContain('rel="prev"');
  expect(pager(2, 100)).not.toContain('rel="next"');
  expect(pager(1, 0)).toBe("");
});

type Row = { id: number; name: string; sales: number };
const rows: Row[] = [
  { id: 7, name: "Anna & <Co>", sales: 12 },
  { id: 8, name: "Bert", sales: -3 },
];
const columns: Column<Row>[] = [
  { key: "name", label: "Name", head: true, sort: true, cell: ({ name }) => name },
  { key: "sales", label: "Sales", numeric: true, sort: "sales", cell: ({ sales }) => sales },
];
const table = (sort: { sortField: string; sortAsc: boolean }, shown = rows) =>
  inPage(
    <Table
      caption="Agents"
      columns={columns}
      rows={shown}
      sort={sort}
      select={{ name: "ids", value: ({ id }) => id, label: ({ name }) => `Select ${name}` }}
      totals={[{ label: "Page Total", cells: { sales: 9 } }]}
      empty="No data"
    />,
    "/app/agents?page=4&sortField=name&sortAsc=true",
  );

test("another column's heading sorts ascending, the current one reverses, and both return to the first page [WIDGET-08, WIDGET-12]", () => {
  const ascending = table({ sortField: "name", sortAsc: true });
  expect(ascending).toContain('aria-sort="ascending"><a href="?sortField=name&amp;sortAsc=false">Name');
  expect(ascending).toContain('<a href="?sortField=sales&amp;sortAsc=true">Sales</a>');
  const descending = table({ sortField: "name", sortAsc: false });
  expect(descending).toContain('aria-sort="descending"><a href="?sortField=name&amp;sortAsc=true"');
});

test("a table has a caption, headings with scope, a box for each row and one for all, totals, or its empty text [WIDGET-09]", () => {
  const html = table({ sortField: "name", sortAsc: true });
  expect(html).toContain("<caption>Agents</caption>");
  expect(html).toContain('<select-all name="ids">');
  expect(html).toContain('<input type="checkbox" name="ids" aria-label="Select Anna &amp; &lt;Co&gt;" value="7"/>');
  expect(html).toContain('<th scope="row">Anna &amp; &lt;Co&gt;<td');
  expect(html).toContain(
    '<tfoot><tr class="total"><td class="pick"></td><th scope="row" colSpan="1">Page Total</th><td data-l="Sales" class="num">9</td></tr></tfoot>',
  );
  const nothing = table({ sortField: "name", sortAsc: true }, []);
  expect(nothing).toContain("<p>No data</p>");
  expect(nothing).not.toContain("<tfoot>");
});

test("each cell of a list has its alignment, and its label for the card of a phone", () => {
  const html = table({ sortField: "name", sortAsc: true });
  expect(html).toContain('<td data-l="Sales" class="num">12<');
  expect(html).toContain('<th scope="row">Bert<');
});

test.each([
  [8, rows, "list"],
  [9, rows, "list dense"],
  [2, [], "list blank"],
])("a list with %i columns and these rows says so as classes", (count, shown, classes) => {
  const many = Array.from({ length: count }, (_, i): Column<Row> => ({ key: `c${i}`, label: `C${i}`, cell: () => i }));
  const html = inPage(<Table caption="Agents" columns={many} rows={shown} empty="No data" />, "/app/agents");
  expect(pageOf(html).one("table")?.attr("class")).toBe(classes);
});

test("figures are set with quiet units, pale zeros and red negatives, and times are quieter than their days", () => {
  const shown: Column<string>[] = [{ key: "text", label: "Text", numeric: true, cell: (text) => text }];
  const days: Column<string>[] = [{ key: "text", label: "Text", cell: (text) => text }];
  const cells = (columns: Column<string>[], texts: string[]) =>
    pageOf(inPage(<Table caption="All" columns={columns} rows={texts} empty="" />)).all("tbody td");
  const figures = cells(shown, ["₱1,234.50", "−$8.00", "₱0.00", "0%", "12"]);
  expect(figures.map((cell) => [cell.attr("class"), cell.one("i")?.text])).toEqual([
    ["num", "₱"],
    ["num neg", "$"],
    ["num zero", "₱"],
    ["num zero", undefined],
    ["num", undefined],
  ]);
  expect(figures.map(({ text }) => text)).toEqual(["₱1,234.50", "−$8.00", "₱0.00", "0%", "12"]);
  expect(cells(days, ["2026-11-26 (03:15)"]).map((cell) => [cell.text, cell.one("small")?.text])).toEqual([
    ["2026-11-26 (03:15)", "(03:15)"],
  ]);
});

function Posted({ refused }: { refused?: Parameters<typeof usePostForm>[0]["refused"] }) {
  const [form, fields] = usePostForm<{ username: string; password: string }>({
    constraint: { username: { required: true, maxLength: 10 }, password: { required: true, minLength: 8 } },
    initial: { username: "anna" },
    refused,
  });
  return (
    <Form form={form} formId="k1" submit="Confirm" cancel="/app/agents" version={4}>
      <TextInput field={fields.username} label="Username" hint="At most 10 characters" />
      <TextInput field={fields.password} label="Password" type="password" />
    </Form>
  );
}

test("a form has native constraints, a required mark, its key and its version [WIDGET-33]", () => {
  const html = inPage(<Posted />);
  expect(html).toContain('<label for="form-username">Username<span class="must" aria-hidden="true">*</span></label>');
  expect(pageOf(html).has("input#form-username[type=text][name=username][required]:not([maxlength])")).toBe(true);
  expect(pageOf(html).value("username")).toBe("anna");
  expect(html).toContain('aria-describedby="form-username-description"');
  expect(html).toContain('<input type="hidden" name="formId" value="k1"/>');
  expect(html).toContain('<input type="hidden" name="version" value="4"/>');
  // The messages are the product's own, so the browser does not show its own.
  expect(pageOf(html).has("form[novalidate]")).toBe(true);
  expect(html).not.toContain("failure");
});

test("a refused form keeps what was typed, with messages at the fields and a summary above [ERR-04, ERR-05]", () => {
  const error = { "": ["The office is closed."], username: ["Username is taken"] };
  const page = { nonce: "", enhance: "", requestId: "", framed: true, refused: new Map() };
  const render = () =>
    inPage(
      <PageContext.Provider value={page}>
        <Posted refused={{ lastResult: { status: "error", initialValue: { username: "bert<" }, error } }} />
      </PageContext.Provider>,
    );
  // A page renders twice: its summary names fields that come after it.
  render();
  const html = render();
  expect(html).toContain('value="bert&lt;"');
  expect(html).toContain("<li>The office is closed.</li>");
  expect(html).toContain('<a href="#form-username">Username: Username is taken</a>');
  expect(html).toContain('<p class="error" id="form-username-error">Username is taken</p>');
  const field = pageOf(html).one("#form-username[aria-invalid=true]");
  expect(field?.attr("aria-describedby")).toBe("form-username-description form-username-error");
});

test("without scripts a confirmation is a page that posts on, and an act links to it [WIDGET-13]", () => {
  const page = inPage(
    <ConfirmPage
      heading="Are you sure?"
      html="<b>All</b>"
      action="/app/agents"
      fields={[["ids", 7]]}
      cancel="/app/agents?page=2"
    />,
  );
  expect(page).toContain(
    '<form class="card ask" method="post" action="/app/agents" novalidate=""><h1>Are you sure?</h1>',
  );
  expect(page).toContain('<div class="prose"><b>All</b></div>');
  expect(page).toContain(
    '<button class="primary">Confirm</button><a class="button" href="/app/agents?page=2">Cancel</a>',
  );
  const act = inPage(
    <Act
      act={{ intent: "suspend", label: "Suspend", ask: "Are you sure?" }}
      of="anna"
      fields={[["ids", 7]]}
      action="/app/agents"
    />,
  );
  expect(act).toContain(
    '<form class="inline" action="/app/agents/confirm"><input type="hidden" name="ids" value="7"/>',
  );
  expect(act).toContain(
    'name="intent" value="suspend" data-ask="Are you sure?">Suspend<span class="unseen"> anna</span></button>',
  );
  const direct = inPage(<Act act={{ intent: "show", label: "Show" }} fields={[["ids", 7]]} action="/app/agents" />);
  expect(direct).toContain('<form class="inline" method="post" action="/app/agents">');
});

test("the acts on a row share one form, and those on ticked rows another one outside the table [WIDGET-13]", () => {
  const row = inPage(
    <RowActs
      action="/app/agents"
      id={7}
      of="anna"
      acts={[
        { intent: "suspend", label: "Suspend", ask: "Are you sure?", danger: true },
        { intent: "show", label: "Show" },
      ]}
    />,
  );
  expect(row).toContain('<form class="quiet" action="/app/agents/confirm"><input type="hidden" name="ids" value="7"/>');
  const suspend = pageOf(row).one('button.danger[name=intent][value=suspend][data-ask="Are you sure?"]');
  const show = pageOf(row).one('button[name=intent][value=show][formmethod=post][formaction="/app/agents"]');
  expect([suspend?.text, show?.text]).toEqual([expect.stringMatching(/^Suspend/), expect.stringMatching(/^Show/)]);
  const bulk = inPage(
    <BulkActs
      id="bulk"
      action="/app/agents"
      acts={{
        suspend: { label: "Suspend", bulk: "Suspend selected", ask: "Sure?", askSelected: "Are all sure?" },
        show: { label: "Show" },
      }}
    />,
  );
  expect(bulk).toContain(
    '<form class="bulk" id="bulk" action="/app/agents/confirm"><input type="hidden" name="selected" value="1"/><button',
  );
  expect(pageOf(bulk).texts("button")).toEqual(["Suspend selected"]);
  expect(pageOf(bulk).has('[value=suspend][data-ask="Are all sure?"]')).toBe(true);
  const ticked = inPage(
    <Table
      caption="Agents"
      columns={columns}
      rows={rows}
      select={{ name: "ids", form: "bulk", value: ({ id }) => id, label: ({ name }) => name }}
      empty=""
    />,
  );
  expect(pageOf(ticked).all("[name=ids][form=bulk]")).toHaveLength(2);
});

test("a row shows its first two links and acts; the others are in a menu that opens without scripts [WIDGET-13]", () => {
  const acts = ["Suspend", "Hide", "Delete"].map((label) => ({ intent: label.toLowerCase(), label }));
  const page = (count: number, link?: ReactNode) =>
    pageOf(
      inPage(
        <RowActs action="/app/agents" id={7} of="anna" acts={acts.slice(0, count)}>
          {link}
        </RowActs>,
      ),
    );
  const edit = (
    <RowLink href="/app/agents/edit/7" of="anna">
      Edit
    </RowLink>
  );
  expect(page(2).texts(".quiet > button")).toEqual(["Suspend anna", "Hide anna"]);
  expect([page(2).has("details"), page(1, edit).has("details")]).toEqual([false, false]);
  const linked = page(3, edit);
  expect(linked.texts(".quiet > :is(a, button)")).toEqual(["Edit anna", "Suspend anna"]);
  expect(linked.texts("form > details.drop[name=menu] > .menu > button")).toEqual(["Hide", "Delete"]);
  expect(linked.one("summary.act")?.attr("aria-label")).toBe("More for anna");
});

test("an outdated save shows both versions of what differs, and the form then has the newer version", () => {
  const refused = {
    lastResult: { initialValue: { name: "mine", email: "a@b.c", version: "3" } },
    current: { name: "theirs", email: "a@b.c", version: 4 },
  };
  const fields = [
    ["name", "Name"],
    ["email", "Email"],
    ["version", "Version", () => ""],
  ] as const;
  const html = inPage(<Conflict refused={refused} fields={fields} />);
  expect(tableIn(html).rows[0]).toEqual({ Field: "Name", Yours: "mine", "Saved now": "theirs" });
  expect(html).not.toContain("Email");
  expect([versionOf(refused, { version: 3 }), versionOf(undefined, { version: 3 })]).toEqual([4, 3]);
  expect(inPage(<Conflict refused={undefined} fields={fields} />)).toBe("");
});

test("the alert modal shows text as text and HTML as HTML, with a single button, Enter [WIDGET-17]", () => {
  const text = inPage(<AlertModal text="Read <this>" action="/app/read" />);
  expect(text).toContain("Read &lt;this&gt;");
  expect(pageOf(text).all("button")).toHaveLength(1);
  expect(text).toContain(">Enter</button>");
  expect(inPage(<AlertModal html="<i>this</i>" action="/app/read" />)).toContain("<i>this</i>");
});

test("a notice shows its repeat count only above 1, in its own style, and can be closed [WIDGET-19]", () => {
  const one = { type: "error", heading: "Something Went Wrong", body: "Busy" } as const;
  const html = inPage(<Toasts toasts={[one, { ...one, type: "success", total: 3 }]} />);
  expect(
    pageOf(html)
      .all(".toast")
      .map((toast) => toast.attr("class")),
  ).toEqual(["toast error", "toast success"]);
  expect(pageOf(html).texts("output")).toEqual(["3"]);
  expect(pageOf(html).all("[aria-label=Close]")).toHaveLength(2);
});

test("tabs keep the query and mark the current screen [SHELL-33]", () => {
  const html = inPage(
    <Tabs
      label="Logs"
      tabs={[
        { to: "/app/logs/chat", label: "chat" },
        { to: "/app/logs/login", label: "login" },
      ]}
    />,
    "/app/logs/chat?companyId=3&page=2",
  );
  expect(html).toContain('<a href="/app/logs/chat?companyId=3&amp;page=2" aria-current="page">chat</a>');
  expect(html).toContain('<a href="/app/logs/login?companyId=3&amp;page=2">login</a>');
});

const query = criteria({
  values: { start: "2026-11-16", end: "x", siteId: "4" },
  errors: { end: ["Date Range is not valid"] },
});

test("a search returns to page 1 and keeps what was typed with its message [WIDGET-03]", () => {
  const html = inPage(
    <CriteriaForm submit="Load statistics" hiddenValues={{ sortField: "date", sortAsc: false, avp: undefined }}>
      <Select field={query("siteId")} label="Site" first="All" choices={[{ value: 4, label: "Four" }]} />
      <TextInput field={query("end")} label="To" />
    </CriteriaForm>,
    "/app/stats/sites?page=7",
  );
  expect(html).not.toContain('name="page"');
  expect(html).toContain('<input type="hidden" name="sortAsc" value="false"/>');
  expect(html).not.toContain('name="avp"');
  expect(html).toContain('<option value="4" selected="">Four</option>');
  expect(pageOf(html).has("[name=end][aria-invalid=true][value=x]")).toBe(true);
  expect(html).toContain("Date Range is not valid");
});

test("a date range sends its initial hint, so that a change is detected without scripts", () => {
  const hints = [{ label: "This week", start: "2026-11-16", end: "2026-11-22", unit: "week" }];
  const known = criteria({ values: hints[0] ?? {}, errors: {} });
  const html = inPage(<DateRange start={known("start")} end={known("end")} hints={hints} min="2025-01-01" />);
  expect(html).toContain('<option value="2026-11-16,2026-11-22,week" selected="">This week</option>');
  expect(html).toContain('name="hintWas" value="2026-11-16,2026-11-22,week"');
  expect(pageOf(html).has('input[type=date][name=start][min="2025-01-01"][value="2026-11-16"]')).toBe(true);
  expect(inPage(<DateRange start={query("start")} end={query("end")} hints={hints} />)).toContain(
    'name="hintWas" value=""',
  );
});

test("a single day is within ten years of today, and not before the first valid one [WIDGET-25, WIDGET-26]", () => {
  const day = (first?: string) =>
    inPage(<SingleDate field={query("day")} label="Day" today="2026-02-28" first={first} />);
  expect(pageOf(day()).has('input[type=date][name=day][min="2016-01-01"][max="2036-12-31"]')).toBe(true);
  expect(day("2026-01-16")).toContain('min="2026-01-16"');
  expect(day("2001-01-01")).toContain('min="2016-01-01"');
});

test("the criteria are one line, beside a link to the print version or with one back [WIDGET-30]", () => {
  const line = (printed: boolean) =>
    inPage(
      <CriteriaLine
        parts={[
          ["Site", "Four"],
          ["Geo", undefined],
        ]}
        printed={printed}
      />,
      `/app/stats/sites?siteId=4${printed ? "&print=1" : ""}`,
    );
  expect(pageOf(line(false)).one("p.line")?.text).toBe("Site: Four");
  expect(pageOf(inPage(<PrintLink />, "/app/stats/sites?siteId=4")).link("Print version")).toBe("?siteId=4&print=1");
  expect(pageOf(line(true)).link("Screen version")).toBe("?siteId=4");
  expect(pageOf(line(true)).has("p.line > .no-print print-page > button")).toBe(true);
});

test("a shortened address contains the full one and can be copied [WIDGET-28]", () => {
  const url = "https://example.org/a/very/long/path";
  const html = inPage(<ShortLink url={url} max={20} />);
  expect(html).toContain(`<summary>https://example.org…</summary><code>${url}</code>`);
  expect(html).toContain("</details><copy-button>");
  expect(inPage(<ShortLink url={url} max={40} />)).toBe(url);
});

test("agents that are too many for a page have a button that opens a searchable list", () => {
  const agents = [{ username: "a1", name: "Ada 1" }];
  const long = inPage(<AgentPicker field={query("agentId")} proposals={{ agents: [], more: true }} />);
  expect(long).toContain('aria-label="Search agents"');
  const short = inPage(<AgentPicker field={query("agentId")} proposals={{ agents, more: false }} />);
  expect(short).not.toContain("<button");
  expect(short).toContain('<option value="a1" label="Ada 1"></option>');
});

test("each error page has its text, an incident ID only for a fault, and a next step", () => {
  const page = (status: number, incident?: string) =>
    inPage(<ErrorText status={status} incident={incident} />, "/app/x?a=1");
  for (const status of [403, 404, 410, 503] as const) {
    expect(page(status)).toContain(`<p>${errors[status].text}</p>`);
    expect(page(status)).toContain('<a class="button" href="/app/home">Home</a>');
    expect(page(status)).not.toContain("Incident");
  }
  expect(page(500, "id-1")).toContain("<code>id-1</code>");
  expect(page(503)).toContain('<a class="button primary" href="/app/x?a=1">Try again</a>');
  const kept = inPage(<ErrorText status={503} kept={{ name: "a<b", ids: ["1", "2"], sites: [{ enable: "on" }] }} />);
  expect(kept).toContain('<input type="hidden" name="name" value="a&lt;b"/>');
  expect(kept).toContain('name="ids" value="1"/><input type="hidden" name="ids" value="2"/>');
  expect(kept).toContain('name="sites[0].enable" value="on"');
  expect(kept).toContain(">Send again</button>");
});

test("the axis of a chart is chosen from its own values: four whole steps, most of which the values fill", () => {
  const top = (...values: number[]) => axisOf(values).ticks.at(-1);
  expect([0, 3, 5, 12, 14, 84, 183, 605, 6_256].map((most) => top(most))).toEqual([
    4, 4, 8, 12, 16, 100, 200, 800, 8_000,
  ]);
  for (let most = 13; most < 3_000; most++) {
    const { ticks, at } = axisOf([most]);
    expect([ticks.length, ticks.every(Number.isInteger), at(most) > 0.6, at(most) <= 1]).toEqual([5, true, true, true]);
  }
  expect(axisOf([-10, 27]).ticks).toEqual([-10, 0, 10, 20, 30]);
});

test("the numbers of many offices together have pages of their own, but not in print [CHART-04]", () => {
  const charts = (offices: number, points: number) =>
    Array.from({ length: offices }, () => ({
      items: Array.from({ length: points }, () => ({ date: "2026-01", value: 1, progress: null })),
    }));
  const apart = (offices: number, points: number, printed = false) =>
    needSeparatePages(charts(offices, points), printed);
  expect([apart(10, 12), apart(11, 12), apart(1, 366), apart(2, 101)]).toEqual([false, true, false, true]);
  expect([apart(11, 12, true), apart(2, 101, true)]).toEqual([false, true]);
});

test("the month of Home draws uniques below the line of zero when a day has more reversals than sales", () => {
  const days = [3, 0, 250, 12].map((uniques, index) => ({
    ...{ date: `2026-11-0${index + 1}`, uniques },
    sales: index === 1 ? -1 : 2,
  }));
  const page = pageOf(inPage(<Trend days={days} />));
  const pathOf = (name: string) => page.one(`path.${name}`)?.attr("d") ?? "";
  const zero = Number(/^M0 ([\d.]+)/.exec(pathOf("zero-line"))?.[1]);
  const heights = pathOf("spline")
    .slice(1)
    .split("L")
    .map((point) => Number(point.split(" ")[1]));
  expect(heights[1]).toBe(zero);
  expect(Math.max(...heights)).toBe(zero);
  // The second column hangs from the line, the others rise from it.
  const ends = pathOf("columns")
    .split("z")
    .filter(Boolean)
    .map((column) => /^M\S+ (\d+)V(\d+)/.exec(column)?.slice(1).map(Number));
  expect(ends.map(([from = 0, to = 0] = []) => [from === zero, Math.sign(to - from)])).toEqual([
    [true, -1],
    [true, 1],
    [true, -1],
  ]);
  expect(page.texts(".y:not(.end) li")).toEqual(["3", "2", "1", "0", "-1".replace("-", "\u2212")]);
});
