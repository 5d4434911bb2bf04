import { LRUCache } from "lru-cache";
import sanitize from "sanitize-html";
import { z } from "zod";
import { isWellFormed, severalLines } from "./characters";

/** HTML written by people. One allow-list cleans it when it is saved and again when it is shown. */

const KB = 1024;
const MAX_BYTES = 200 * KB;
/** Only the product's own images: the pages may not load others, and an external one would reveal its readers. */
const OWN_IMAGE = /^\/images\/[\w-]{1,64}\.(png|jpg|gif|webp)$/;
/** Absolute addresses, and paths of the product. */
const ADDRESS = /^(https?:|mailto:|tel:|\/(?![/\\]))/i;
const SIZE = /^\d{1,5}$/;
/** Characters. The sanitizer takes quadratic time for an address full of comments. */
const MAX_HREF_LENGTH = 2_000;
/** Nested elements. The sanitizer takes time quadratic in the depth. */
const MAX_DEPTH = 200;
/** Characters that begin or end a tag or an entity. They take the sanitizer a hundred times as long as text. */
const MARKS = new Set(["<", ">", "&"].map((mark) => mark.charCodeAt(0)));
const MAX_MARKS = 10_000;

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
        ...(href.length <= MAX_HREF_LENGTH && ADDRESS.test(href) ? { href } : {}),
        ...(title ? { title } : {}),
        rel: "noopener noreferrer",
      },
    }),
    // The empty name is not an allowed tag, so it is dropped. An exclusiveFilter would copy the result for each image.
    img: (tagName, { src = "", alt = "", title, width, height }) => ({
      tagName: OWN_IMAGE.test(src) ? tagName : "",
      attribs: { src, alt, ...(title ? { title } : {}), ...sized("width", width), ...sized("height", height) },
    }),
  },
};

class TooDeep extends Error {}

/**
 * Cleans `html` for storing and showing, in NFC and without characters that reverse others; '' if nothing would be
 * visible. Throws TooDeep for more than 200 levels.
 */
export function cleanHtml(html: string): string {
  let depth = 0;
  const clean = sanitize(html, {
    ...allowed,
    onOpenTag() {
      if (++depth > MAX_DEPTH) throw new TooDeep("The elements are nested too deeply.");
    },
    onCloseTag() {
      depth -= 1;
    },
  });
  return isBlank(clean) ? "" : severalLines(clean);
}

const isBlank = (html: string) => !/<(img|hr)\b/.test(html) && html.replaceAll(/<[^>]*>|&nbsp;|\s/g, "") === "";

// The same few texts are shown on many pages. The size of the cache is limited in characters.
const shown = new LRUCache<string, string>({ maxSize: 4 * 1024 * KB, sizeCalculation: (html) => html.length + 1 });

/** Cleans stored HTML for showing it, because the rules may have changed since it was saved. */
export function displayHtml(stored: string): string {
  const known = shown.get(stored);
  if (known !== undefined) return known;
  const clean = cleanHtml(stored);
  shown.set(stored, clean);
  return clean;
}

const isWithinSize = (html: string) => Buffer.byteLength(html) <= MAX_BYTES;
const TOO_LONG = `Please use at most ${MAX_BYTES / KB} KB of HTML.`;
const TOO_MANY_MARKS = `Please use fewer tags: at most ${(MAX_MARKS / 2).toLocaleString("en-US")} in a text.`;

function hasFewMarks(html: string): boolean {
  let marks = 0;
  for (let i = 0; i < html.length; i++) if (MARKS.has(html.charCodeAt(i))) marks++;
  return marks <= MAX_MARKS;
}

/** Schema of HTML of at most 200 KB in UTF-8 and 5,000 tags, before and after cleaning. HTML without visible content becomes ''. */
export const Html = z
  .string("Please enter a text.")
  .refine(isWithinSize, { error: TOO_LONG, abort: true })
  .refine(isWellFormed, { error: "Please use readable characters only.", abort: true })
  .refine(hasFewMarks, { error: TOO_MANY_MARKS, abort: true })
  .transform((html, context) => {
    try {
      return cleanHtml(html);
    } catch (error) {
      if (!(error instanceof TooDeep)) throw error;
      context.addIssue("Please nest fewer elements.");
      return z.NEVER;
    }
  })
  .refine(isWithinSize, TOO_LONG);

/** `Html` that must not be empty. */
export const RequiredHtml = Html.pipe(z.string().min(1, "Please fill in this field."));
