import sanitize from "sanitize-html";
import { severalLines } from "./characters";

/** HTML written by people. One allow-list cleans it when it is saved and again when it is shown. */

/** Only the product's own images: the pages may not load others, and an external one would reveal its readers. */
const OWN_IMAGE = /^\/images\/[\w-]{1,64}\.(png|jpg|gif|webp)$/;
/** Absolute addresses, and paths of the product. */
const ADDRESS = /^(https?:|mailto:|tel:|\/(?![/\\]))/i;
const SIZE = /^\d{1,5}$/;
/** Characters. The sanitizer takes quadratic time for an address full of comments. */
const MAX_HREF_LENGTH = 2_000;
/** Nested elements. The sanitizer takes time quadratic in the depth. */
const MAX_DEPTH = 200;

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

/** The message says to its author why the text cannot be cleaned. */
export class Uncleanable extends Error {}

/**
 * Cleans `html` for storing and showing, in NFC and without characters that reverse others; '' if nothing would be
 * visible. Throws Uncleanable for more than 200 levels.
 */
export function cleanHtml(html: string): string {
  let depth = 0;
  const clean = sanitize(html, {
    ...allowed,
    onOpenTag() {
      if (++depth > MAX_DEPTH) throw new Uncleanable("Please nest fewer elements.");
    },
    onCloseTag() {
      depth -= 1;
    },
  });
  return isBlank(clean) ? "" : severalLines(clean);
}

const isBlank = (html: string) => !/<(img|hr)\b/.test(html) && html.replaceAll(/<[^>]*>|&nbsp;|\s/g, "") === "";
