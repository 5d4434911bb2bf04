/** The value of a field of a page's form. */
export function valueOf(html: string, name: string): string | undefined {
  const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  const value = /value="([^"]*)"/.exec(input)?.[1];
  return value?.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** What the form's failure pane says. */
export const failureOf = (html: string): string | undefined =>
  /<div class="failure".*?<ul>(.*?)<\/ul>/s.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, "");
