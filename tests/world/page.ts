import { type CheerioAPI, load } from "cheerio";

/** Reads a page's HTML, parsed as a browser parses it. */

type Nodes = ReturnType<CheerioAPI["root"]> | ReturnType<CheerioAPI>;

/** The mark of `<wbr>` in a text that is being read. */
const BREAK = "\0";

/** An element, or the whole page, with its content. */
export class Part {
  constructor(
    private readonly $: CheerioAPI,
    private readonly nodes: Nodes,
  ) {}

  /** All elements inside that match a CSS selector. */
  all(selector: string): Part[] {
    return this.nodes
      .find(selector)
      .get()
      .map((node) => new Part(this.$, this.$(node)));
  }

  /** The first match. */
  one(selector: string): Part | undefined {
    return this.all(selector)[0];
  }

  has(selector: string): boolean {
    return this.nodes.find(selector).length > 0;
  }

  get text(): string {
    return this.nodes.text().trim();
  }

  /** The same, with a space between the texts of its elements, but not where a word may only break. */
  get words(): string {
    const texts = (nodes: Nodes): string[] =>
      nodes.get().flatMap((node) => {
        if (node.type === "text") return node.data;
        return node.type === "tag" && node.name === "wbr" ? BREAK : texts(this.$(node).contents());
      });
    return texts(this.nodes).join(" ").replaceAll(` ${BREAK} `, "").replaceAll(/\s+/g, " ").trim();
  }

  /** The texts of all matching elements. */
  texts(selector: string): string[] {
    return this.all(selector).map(({ text }) => text);
  }

  /** The element with its tag. */
  get html(): string {
    return this.$.html(this.nodes);
  }

  attr(name: string): string | undefined {
    return this.nodes.attr(name);
  }

  is(selector: string): boolean {
    return this.nodes.is(selector);
  }

  /** The element before this one. */
  get before(): Part | undefined {
    const [node] = this.nodes.prev().get();
    return node && new Part(this.$, this.$(node));
  }

  /** The closest ancestor that matches. */
  within(selector: string): Part | undefined {
    const [node] = this.nodes.closest(selector).get();
    return node && new Part(this.$, this.$(node));
  }

  /** The form field with this name; of several, the chosen one. */
  field(name: string): Part | undefined {
    const fields = this.all(`:is(input, select, textarea)[name="${name}"]`);
    return fields.find((field) => field.attr("type") !== "radio" || field.attr("checked") !== undefined);
  }

  ticked(name: string): boolean {
    return this.field(name)?.attr("checked") !== undefined;
  }

  /** The value that the field with this name would send. */
  value(name: string): string | undefined {
    return this.field(name)?.sent;
  }

  /** The value that this field would send; for a select, its chosen option. */
  get sent(): string | undefined {
    if (this.nodes.is("textarea")) return this.nodes.text();
    return this.nodes.is("select") ? this.one("option[selected]")?.attr("value") : (this.attr("value") ?? "");
  }

  /** The fields and buttons of a form, including those outside that refer to it. */
  get fields(): Part[] {
    const fields = "input, select, textarea, button";
    const beside = new Part(this.$, this.$.root()).all(`:is(${fields})[form="${this.attr("id")}"]`);
    return [...this.all(fields).filter((field) => field.attr("form") === undefined), ...beside];
  }

  /** The hidden fields, by name. */
  get hidden(): Record<string, string> {
    const fields = this.all("input[type=hidden][name]");
    return Object.fromEntries(fields.map((field) => [field.attr("name"), field.attr("value") ?? ""]));
  }

  /** The labels of a field's choices. */
  choices(name: string): string[] {
    const select = this.one(`select[name="${name}"]`);
    if (select) return select.texts("option");
    return this.all(`label > input[name="${name}"]`).map((input) => input.within("label")?.text ?? "");
  }

  /** The message at a field of the form whose fields' ids begin with `form`. */
  message(name: string, form = "q"): string {
    return this.one(`[id="${form}-${name}-error"]`)?.text ?? "";
  }

  /** The address of the link with this text. */
  link(text: string): string | undefined {
    return this.all("a[href]")
      .find((link) => link.text === text)
      ?.attr("href");
  }

  /** The button with this text. */
  button(text: string): Part | undefined {
    return this.all("button").find((button) => button.text === text);
  }

  /** The notice after a successful form, on the page of its redirect. */
  get notice(): string | undefined {
    return this.one(".toast p")?.text;
  }

  /** The reason for a refused form, above it. */
  get failure(): string | undefined {
    return this.one(".failure ul")?.text;
  }

  get title(): string {
    return this.one("title")?.text ?? "";
  }

  /** The texts of the cells of a table's row. */
  get cellTexts(): string[] {
    return this.nodes
      .children("th, td")
      .get()
      .map((node) => {
        const cell = this.$(node).clone();
        cell.find("small:not([class])").prepend(" ");
        return cell.text().replaceAll(/ {2,}/g, " ").trim();
      });
  }
}

let last: { html: string; page: Part } | undefined;

/** The parsed page of a response. The last one is cached, because tests query the same page repeatedly. */
export function pageOf(html: string): Part {
  if (last?.html === html) return last.page;
  const $ = load(html, null, /^\s*<(!doctype|html)\b/i.test(html));
  // The content of a template is not on the page.
  $("template").empty();
  const page = new Part($, $.root());
  last = { html, page };
  return page;
}
