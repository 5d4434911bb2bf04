import { LRUCache } from "lru-cache";
import sanitize from "sanitize-html";
import { z } from "zod";
import { wellFormed } from "./input";

/** HTML that people write: cleaned by one allow-list when it is saved and again when it is shown. */

const LARGEST = 1024 * 1024;
/** Images are the product's own: pages may load no others, and nobody learns from one who reads what. */
const OWN_IMAGE = /^\/images\/[\w-]{1,64}\.(png|jpg|gif|webp)$/;
/** Whole addresses and the product's own pages. */
const ADDRESS = /^(https?:|mailto:|tel:|\/(?![/\\]))/i;
const SIZE = /^\d{1,5}$/;
/** No address is longer. The cleaner takes the square of an address's length where it is made of comments. */
const LONGEST_ADDRESS = 2_000;
/** The cleaner takes the square of the depth. */
const DEEPEST = 200;

const sized = (name: string, value: string | undefined) => (value && SIZE.test(value) ? { [name]: value } : {});

const allowed: sanitize.IOptions = {
  allowedTags: [
    ...["p", "br", "hr", "h2", "h3", "h4", "blockquote", "pre", "code", "ul", "ol", "li", "a", "img"],
    ...["strong", "b", "em", "i", "u", "s", "del", "sub", "sup", "small", "span", "div"],
    ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
  ],
  allowedAttributes: {
    a: ["href", "title", "rel"],
    img: ["src", "alt", "title", "width", "height"],
    ol: ["start"],
    th: ["colspan", "rowspan", "scope"],
    td: ["colspan", "rowspan"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "template", "title", "xmp", "noembed", "noframes"],
  nestingLimit: 30,
  transformTags: {
    h1: "h2",
    a: (tagName, { href = "", title }) => ({
      tagName,
      attribs: {
        ...(href.length <= LONGEST_ADDRESS && ADDRESS.test(href) ? { href } : {}),
        ...(title ? { title } : {}),
        rel: "noopener noreferrer",
      },
    }),
    // No tag has an empty name, so it is dropped. An exclusiveFilter would copy all of the result for each image.
    img: (tagName, { src = "", alt = "", title, width, height }) => ({
      tagName: OWN_IMAGE.test(src) ? tagName : "",
      attribs: { src, alt, ...(title ? { title } : {}), ...sized("width", width), ...sized("height", height) },
    }),
  },
};

class TooDeep extends Error {}

/** What may be stored and shown of `html`; '' when nothing would be seen. Throws TooDeep. */
export function cleanHtml(html: string): string {
  let depth = 0;
  const clean = sanitize(html, {
    ...allowed,
    onOpenTag() {
      if (++depth > DEEPEST) throw new TooDeep("The elements are nested too deeply.");
    },
    onCloseTag() {
      depth -= 1;
    },
  });
  return isBlank(clean) ? "" : clean;
}

const isBlank = (html: string) => !/<(img|hr)\b/.test(html) && html.replaceAll(/<[^>]*>|&nbsp;|\s/g, "") === "";

// The same few texts are shown on page after page; weighed by their length.
const shown = new LRUCache<string, string>({ maxSize: 4 * LARGEST, sizeCalculation: (html) => html.length + 1 });

/** A stored text as it may be shown: cleaned by today's rules, whatever the rules were when it was saved. */
export function shownHtml(stored: string): string {
  const known = shown.get(stored);
  if (known !== undefined) return known;
  const clean = cleanHtml(stored);
  shown.set(stored, clean);
  return clean;
}

const fits = (html: string) => Buffer.byteLength(html) <= LARGEST;
const TOO_LONG = "Please use at most 1 MB of HTML.";

/** HTML of at most 1 MB in UTF-8, also when cleaned; blank paragraphs alone become ''. */
export const Html = z
  .string("Please enter a text.")
  .refine(fits, { error: TOO_LONG, abort: true })
  .refine(wellFormed, "Please use readable characters only.")
  .transform((html, context) => {
    try {
      return cleanHtml(html);
    } catch (thrown) {
      if (!(thrown instanceof TooDeep)) throw thrown;
      context.addIssue("Please nest fewer elements.");
      return z.NEVER;
    }
  })
  .refine(fits, TOO_LONG);

/** The same where an empty text will not do. */
export const RequiredHtml = Html.pipe(z.string().min(1, "Please fill in this field."));
