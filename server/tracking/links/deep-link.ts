/** Longer ones are taken for mistakes. */
const LONGEST = 2_000;

/**
 * The page of the site that the parameter `to` of a click names. Undefined without one, or if its host is not allowed: then
 * the click leads to the link's own target. `hosts` are those of the link, with their ports.
 */
export function deepLinkOf(query: string, hosts: ReadonlySet<string> | undefined): URL | undefined {
  if (!hosts || !query.includes("to=")) return undefined;
  const text = new URLSearchParams(query).get("to");
  if (!text || text.length > LONGEST || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return hosts.has(url.host) && url.username === "" && url.password === "" ? url : undefined;
}

/**
 * The page with the parameters that the link's own target has for this click. They take precedence, so that nobody can put
 * another click ID into an address.
 */
export function withOwnParameters(page: URL, own: string): string {
  const { searchParams, hash } = new URL(own);
  for (const [name, value] of searchParams) page.searchParams.set(name, value);
  if (page.hash === "" || hash !== "") page.hash = hash;
  return page.href;
}
