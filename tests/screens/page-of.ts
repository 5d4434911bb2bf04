/** What a page's HTML says, read without a browser. */

const text = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .trim();

/** The cells of a part of the first table that has it, row by row; on paper the totals stand in one part with the last row. */
export function cells(html: string, part: "thead" | "tbody" | "tfoot"): string[][] {
  const holds = part === "tfoot" ? /<tfoot|class="sum"/ : new RegExp(`<${part}`);
  const table = html.match(/<table.*?<\/table>/gs)?.find((one) => holds.test(one)) ?? "";
  const own = [...table.matchAll(/<(thead|tbody|tfoot)[^>]*>(.*?)<\/\1>/gs)].flatMap(([, name, body = ""]) =>
    [...body.matchAll(/<tr([^>]*)>(.*?)<\/tr>/gs)]
      .filter(([, attributes]) => part === (attributes?.includes('"sum"') ? "tfoot" : name))
      .map(([, , row = ""]) => row),
  );
  return own.map((row) =>
    [...row.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => text(cell.replaceAll("<small>", " "))),
  );
}

/** The value that a field of the page's form would send. */
export function fieldOf(html: string, name: string): string | undefined {
  const select = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, "s").exec(html)?.[1];
  const chosen = select && /<option[^>]*value="([^"]*)"[^>]*selected=""/.exec(select)?.[1];
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(`name="${name}"`));
  const input = inputs.find((tag) => !tag.includes('type="radio"') || tag.includes('checked=""'));
  const value = select === undefined ? input && (/ value="([^"]*)"/.exec(input)?.[1] ?? "") : chosen;
  return value === undefined ? undefined : text(value);
}

/** What the choices of a field are called. */
export function choicesOf(html: string, name: string): string[] {
  const select = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, "s").exec(html)?.[1];
  if (select !== undefined)
    return [...select.matchAll(/<option[^>]*>(.*?)<\/option>/gs)].map(([, label = ""]) => text(label));
  const radios = [...html.matchAll(/<label>(<input[^>]*>)(.*?)<\/label>/gs)];
  return radios.filter(([, input = ""]) => input.includes(`name="${name}"`)).map(([, , label = ""]) => text(label));
}

/** The message at a field. */
export const messageAt = (html: string, name: string): string =>
  text(new RegExp(`id="q-${name}-error">(.*?)</p>`, "s").exec(html)?.[1] ?? "");

/** Where the link with this text leads. */
export function linkTo(html: string, label: string): string | undefined {
  const links = [...html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)];
  const href = links.find(([, , inner = ""]) => text(inner) === label)?.[1];
  return href === undefined ? undefined : text(href);
}
