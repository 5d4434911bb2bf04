import ts from "typescript";

/** The places of words: a comment, a text of the product, a paragraph of a document, or the title of a test. */
export type Surface = "comment" | "text" | "document" | "title";

/** `words` starts at `line` of the file and keeps its line breaks; comment marks and code are blanked out. */
export interface Passage {
  surface: Surface;
  file: string;
  line: number;
  words: string;
}

const blank = (text: string): string => text.replace(/[^\n]/g, " ");

/** Code quoted in prose is not prose; every line keeps its place. */
const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, blank);

const withoutMarks = (comment: string): string =>
  comment
    .replace(/^\s*(?:\/\*+|\/\/+|\*(?!\/))/gm, blank)
    .replace(/\*\/$/gm, blank)
    .replace(/^\s*(?:eslint-|@ts-|prettier-ignore).*$/gm, blank);

const COMMENT = /\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*|\/\*[\s\S]*?\*\//g;

const TITLED = new Set(["describe", "test", "it"]);

/** True for `test("…")`, `test.each(rows)("…")`, `describe.skipIf(…)("…")` and similar calls. */
function isTitled(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return TITLED.has(callee.text);
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return isTitled(callee.expression);
  return ts.isTaggedTemplateExpression(callee) && isTitled(callee.tag);
}

const isLiteral = (node: ts.Node): boolean =>
  ts.isStringLiteral(node) ||
  ts.isTemplateLiteralToken(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isJsxText(node);

/** Comments within SQL. */
const SQL_COMMENT = /(?<=^|\s)-- [^\n]*(?:\n\s*-- [^\n]*)*/g;

const SQL = /^\s*(?:--|(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|TRUNCATE|COPY|LOCK|SET|REVOKE|GRANT)\s)/m;

/** SQL, module names, classes of CSS, keys and types are not texts. */
function isRead(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isRegularExpressionLiteral(node)) return false;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return false;
  if (ts.isElementAccessExpression(parent)) return false;
  if ("name" in parent && parent.name === node) return false;
  if (ts.isJsxAttribute(parent) && parent.name.getText() === "className") return false;
  const template = ts.isTemplateSpan(parent) ? parent.parent : parent;
  const whole = ts.isTemplateExpression(template) ? template : node;
  if (ts.isTaggedTemplateExpression(whole.parent)) return false;
  return !SQL.test(whole.getText().slice(1));
}

/** The surface of a literal, or null if nobody reads it. */
function surfaceOf(node: ts.Node, isTest: boolean): Surface | null {
  if (!isTest) return isRead(node) ? "text" : null;
  let outer = node;
  while (ts.isTemplateSpan(outer.parent) || ts.isTemplateExpression(outer.parent)) outer = outer.parent;
  const call = outer.parent;
  return ts.isCallExpression(call) && call.arguments[0] === outer && isTitled(call.expression) ? "title" : null;
}

/** Comments, and the texts of the product or the titles of its tests. */
export function passagesOfCode(file: string, text: string): Passage[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const isTest = file.startsWith("tests/");
  const passages: Passage[] = [];
  const add = (surface: Surface, start: number, words: string) =>
    passages.push({ surface, file, line: source.getLineAndCharacterOfPosition(start).line + 1, words });
  // Outside of literals, `//` and `/*` can only start a comment.
  let outside = 0;
  const commentsUntil = (end: number) => {
    for (const { 0: comment, index } of text.slice(outside, end).matchAll(COMMENT))
      add("comment", outside + index, withoutCode(withoutMarks(comment)));
  };
  const visit = (node: ts.Node): void => {
    if (!isLiteral(node)) return ts.forEachChild(node, visit);
    const start = node.getStart(source);
    commentsUntil(start);
    outside = node.end;
    const surface = surfaceOf(node, isTest);
    const words = text.slice(start, node.end).replace(/^["'`}]|(?:["'`]|\$\{)$/g, " ");
    if (surface && /\S\s+\S/.test(words)) add(surface, start, words);
    else if (ts.isTemplateLiteralToken(node) && !isTest)
      for (const { 0: comment, index } of words.matchAll(SQL_COMMENT))
        add("comment", start + index, comment.replace(/^\s*--/gm, blank));
  };
  visit(source);
  commentsUntil(text.length);
  return passages;
}

/** A document without its code and the targets of its links. */
export function passagesOfDocument(file: string, text: string): Passage[] {
  const prose = text
    .replace(/^ *```[\s\S]*?^ *```/gm, blank)
    .replace(/^ {4,}(?![-*\d]).*$/gm, blank)
    .replace(/\]\([^)]*\)/g, blank);
  return [{ surface: "document", file, line: 1, words: withoutCode(prose) }];
}
