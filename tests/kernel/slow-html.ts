const fill = (part: string, size: number) => part.repeat(Math.floor(size / part.length));
const COMMENT = "<!---->";

/** HTML constructs that could slow a cleaner down, each filled up to a number of characters. */
export const SLOW: Record<string, (size: number) => string> = {
  ...repeated({
    tags: ["<", "<a", "<a ", "</", "</x>", "</b>", "</p>", "</br>", "<p/>", "<br>", "<x-y></x-y>", "<svg></svg>"],
    comments: ["<!--", COMMENT, "<!-- <!-- -->", "<!-->", "<!", "<!DOCTYPE html>", "<?", "<?x?>", "<![CDATA[x]]>"],
    entities: ["&", "&#", "&#x", "&amp", "&amp;", "&#x1;", "&nbsp;", "&notanentity;", "&#99999999999;"],
    text: [">", " ", "\n", "😀", "e\u0301", "\u202e"],
    unclosed: [
      "<p>a",
      "<li>a",
      "<tr><td>",
      "<dt>a<dd>",
      "<option>",
      "<a>",
      "<a><?</a?>",
      `<a b="`,
      "<title>",
      "<textarea>",
      "<script>",
    ],
    empty: ["<p></p>", "<p> </p>", "<img>", "a <img src=x> ", `<img src="/images/a.png">`, `<a href="http://x/">a</a>`],
    raw: [
      "<script>a</script>",
      "<style>a</style>",
      "<xmp>a</xmp>",
      "<title>a</title>",
      "<script></",
      "<option>a</option>",
    ],
    crossed: ["<b><i></b></i>", "<p><b></p>", "<svg><p></svg>", "<ul><li>a</ul>"],
    nested: [
      `${"<b>".repeat(150)}${"</b>".repeat(150)}`,
      `${"<ul><li>".repeat(90)}${"</ul>".repeat(90)}`,
      `${"<table><tr><td>".repeat(60)}a${"</table>".repeat(60)}`,
    ],
    manyAddresses: [`<a href="${COMMENT.repeat(280)}">a</a>`, `<img src="${COMMENT.repeat(280)}">`],
    manyAttributes: [`<p __proto__=1 constructor=2>x</p>`, `<a href=x title=y rel=z class=w style=v>x</a>`],
  }),
  ...Object.fromEntries(
    ["href", "title", "rel", "class", "id", "style", "onclick"].flatMap((name) => inAttribute("a", name)),
  ),
  ...Object.fromEntries(
    ["src", "alt", "title", "width", "height", "srcset"].flatMap((name) => inAttribute("img", name)),
  ),
  ...Object.fromEntries(["colspan", "rowspan", "scope", "style"].flatMap((name) => inAttribute("td", name))),
  "an address of the right scheme": (size) => `<a href="https://x.example/${fill(COMMENT, size)}">x</a>`,
  "an image of the right folder": (size) => `<img src="/images/${fill(COMMENT, size)}">`,
  "attributes of other names": (size) =>
    `<p ${Array.from({ length: size / 9 }, (_, index) => `a${index.toString(36).padStart(7, "0")}`).join(" ")}>x</p>`,
  "attributes of one name": (size) => `<p ${fill("a=1 ", size)}>x</p>`,
  "a long name of a tag": (size) => `<${fill("a", size)}>`,
  "a long name of an attribute": (size) => `<p ${fill("a", size)}>`,
  "equal signs": (size) => `<p ${fill("=", size)}>`,
  slashes: (size) => `<p ${fill("/", size)}>`,
  "text within deep elements": (size) => "<div>".repeat(190) + fill("a<b>a</b>", size),
  "closing tags within deep elements": (size) => "<div>".repeat(190) + fill("</x>", size),
};

/** Elements without an end. Some appear closed to a parser that reads tags without their context. */
export const DEEP = [
  ...["<div>", "<b><i>", "<b></x>", "<ul><li>", "<p><li>", "<td><li><dd><p>", "<constructor>", "<x-y>"],
  ...['<b title="</b>">', "<b><!--</b>-->", "<b><script></b></script>", "<i><b/></i", "<td><table>", "<b><?</b?>"],
];

function repeated(groups: Record<string, string[]>): Record<string, (size: number) => string> {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([group, parts]) =>
      parts.map((part) => [`${group}: ${part.slice(0, 40)}`, (size: number) => fill(part, size)]),
    ),
  );
}

function inAttribute(tag: string, name: string): [string, (size: number) => string][] {
  const parts = [COMMENT, "<!--", "&quot;", "&amp", "&#x1;", "<", " ", "\x01", "a:b;", "1", "/../", "a, ", "%2e"];
  return parts.map((part) => [`<${tag} ${name}> of ${part}`, (size) => `<${tag} ${name}="${fill(part, size)}">x`]);
}
