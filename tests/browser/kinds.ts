import { load } from "cheerio";
import { LONG } from "../world/long";
import { aVisitor } from "../world/visitor";
import { accounts, type DemoAccount, type Screen, screens, visitorOf } from "./screens";

/** Attributes whose value changes how an element looks or what it is to a screen reader; of others axe sees if they are empty. */
const VALUE_COUNTS =
  /^(autocomplete|class|hidden|lang|role|scope|style|tabindex|type|aria-(?!controls|current|describedby|label))/;

/**
 * The kinds of elements on a page: where an element is, its attributes, and whether it has a text of its own. Two pages
 * with the same kinds differ in their data only.
 */
export function kindsOf(html: string): Set<string> {
  const $ = load(html);
  const kinds = new Set<string>();
  const note = (element: ReturnType<typeof $>, place: string): void => {
    const name = element.prop("localName") ?? "";
    const attributes = Object.entries(element.attr() ?? {})
      .filter(([attribute]) => !attribute.startsWith("data-"))
      .map(([attribute, value]) =>
        VALUE_COUNTS.test(attribute) ? `${attribute}=${value}` : `${attribute}${value ? "" : " empty"}`,
      );
    const hasText = element
      .contents()
      .get()
      .some((node) => node.type === "text" && node.data.trim() !== "");
    kinds.add(`${place} ${name} ${attributes.sort().join()} ${hasText ? "text" : ""}`);
    for (const child of element.children().get()) note($(child), `${place} ${name}.${element.attr("class") ?? ""}`);
  };
  note($("body"), "");
  return kinds;
}

/**
 * The screens to open for each account: every screen for the first account that may open it, and for the others where
 * their page has an element of a kind that no page before had. The long proofs open every screen for every account.
 */
export async function visitsTo(url: string): Promise<Map<DemoAccount | undefined, Screen[]>> {
  const visits = new Map(accounts.map((account) => [account, [] as Screen[]]));
  const opened = new Set<string>();
  const first = screens.map((screen) => ({ screen, account: screen.accounts[0] }));
  const others = screens.flatMap((screen) => screen.accounts.slice(1).map((account) => ({ screen, account })));
  for (const { screen, account } of [...first, ...others]) {
    const isFirst = account === screen.accounts[0];
    const reader = (await visitorOf(url, account)).as ?? aVisitor(url);
    const kinds = kindsOf((await reader.open(screen.path)).html);
    if (LONG || isFirst || [...kinds].some((kind) => !opened.has(kind))) visits.get(account)?.push(screen);
    for (const kind of kinds) opened.add(kind);
  }
  return visits;
}
