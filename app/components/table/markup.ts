import { createElement, Fragment, isValidElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { breakable, unbroken } from "./breakable";

/**
 * The HTML of React elements, the same as `renderToStaticMarkup` returns. For parts of a page that consist of hundreds of
 * small elements: React keeps a task, a segment and a context for each and takes three times as long. Components are
 * called in place, so they see the contexts of the component that is being rendered, but may not provide any.
 */
export function markup(node: ReactNode, written = breakable): string {
  if (typeof node === "string") return written(node, escaped);
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (typeof node === "number") return String(node);
  if (isValidElement<Props>(node)) {
    const { type, props } = node;
    if (typeof type === "string") return tag(type, props, written);
    if (type === Fragment) return markup(props.children, written);
    return isPlain(type) ? markup((type as Component)(props), written) : renderToStaticMarkup(node);
  }
  if (typeof node === "object" && Symbol.iterator in node) {
    let html = "";
    for (const each of node) html += markup(each, written);
    return html;
  }
  throw new Error("This cannot be written as HTML.");
}

const SPECIAL = /["&'<>]/;
const entities: Record<string, string> = { '"': "&quot;", "&": "&amp;", "'": "&#x27;", "<": "&lt;", ">": "&gt;" };

/** Text as HTML. */
export const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replaceAll(/["&'<>]/g, (character) => entities[character] ?? "") : text;

type Props = Record<string, unknown> & { children?: ReactNode; dangerouslySetInnerHTML?: { __html: string } };
type Component = (props: Props) => ReactNode;

const isPlain = (type: unknown): boolean =>
  typeof type === "function" && !("isReactComponent" in ((type.prototype ?? {}) as object));

const VOID = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);
/** Their content depends on more than their children, or their attributes have other names. */
const LEFT_TO_REACT = new Set(["select", "option", "textarea", "pre", "listing", "svg"]);

/** The style sheet breaks the long texts in them wherever a line ends (`.short`, `.json` and `.facts`). */
const BROKEN_ANYWHERE = new Set(["details", "dd"]);
const CUT: ReadonlySet<unknown> = new Set(["cut", "cut mono"]);

function tag(name: string, props: Props, around: typeof breakable): string {
  if (LEFT_TO_REACT.has(name) || props.style) return renderToStaticMarkup(createElement(name, props));
  const attributes = name === "input" ? inputAttributes(props) : attributesOf(name, props);
  if (VOID.has(name)) return `<${name}${attributes}/>`;
  // Texts that a screen cuts are broken anywhere on paper.
  const written = BROKEN_ANYWHERE.has(name) || CUT.has(props.className) ? unbroken : around;
  return `<${name}${attributes}>${props.dangerouslySetInnerHTML?.__html ?? markup(props.children, written)}</${name}>`;
}

const NO_ATTRIBUTES = new Set(["children", "dangerouslySetInnerHTML", "key", "ref", "suppressHydrationWarning"]);

function attributesOf(tagName: string, props: Props): string {
  const isCustom = tagName.includes("-");
  let html = "";
  for (const name in props) {
    const value = props[name];
    if (value === undefined || value === null || NO_ATTRIBUTES.has(name)) continue;
    html += isCustom ? plainAttribute(name, value) : attribute(name, value);
  }
  return html;
}

/** The value of an input is its last attribute. */
function inputAttributes({ value, defaultValue, checked, defaultChecked, ...props }: Props): string {
  const own = { checked: checked ?? defaultChecked, value: value ?? defaultValue };
  return attributesOf("input", props) + attributesOf("input", own);
}

const NAMES: Record<string, string> = {
  className: "class",
  htmlFor: "for",
  tabIndex: "tabindex",
  rowSpan: "rowspan",
  formAction: "formaction",
};
/** Written without a value if they are true. */
const FLAGS = new Set([
  ...["autoFocus", "checked", "disabled", "formNoValidate", "hidden", "multiple", "noValidate", "open", "readOnly"],
  "required",
]);
const WITH_BOOLEAN = /^(data-|aria-|draggable$|spellCheck$|contentEditable$)/;

function attribute(name: string, value: unknown): string {
  if (FLAGS.has(name)) return value ? ` ${name.toLowerCase()}=""` : "";
  if (typeof value === "boolean" && !WITH_BOOLEAN.test(name)) return "";
  return plainAttribute(NAMES[name] ?? name, value);
}

function plainAttribute(name: string, value: unknown): string {
  if (typeof value === "object") throw new Error(`The attribute ${name} cannot be written as HTML.`);
  return typeof value === "function" ? "" : ` ${name}="${escaped(String(value))}"`;
}
