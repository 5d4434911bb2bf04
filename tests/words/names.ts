import ts from "typescript";

/** A file of the repository with its text. */
export interface Source {
  file: string;
  text: string;
}

/** Names in comments that are not ours, and the reason why comments mention them. */
export const FOREIGN: ReadonlyMap<string, string> = new Map([
  ["BlockList", "a class of Node"],
  ["Forwarded", "a header of HTTP"],
  ["Prefer", "a header of HTTP"],
  ["outer.inner", "an example of two keys"],
  ["_total", "the end of a name"],
  ["jose", "an example of a compared text"],
  ["i", "an example of a letter"],
]);

/** The names that a file has in its code, and those that other files can refer to. */
interface Names {
  comments: { line: number; text: string }[];
  inCode: Set<string>;
  declared: Set<string>;
  /** Words of its texts, such as columns and keywords of SQL. Only names in one case may be those of another file. */
  inTexts: Set<string>;
}

const COMMENT = /\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*|\/\*[\s\S]*?\*\//g;
const SQL_COMMENT = /(^|\s)-- [^\n]*/g;
const WORD = /[A-Za-z_$][\w$]*/g;

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteral(node) ||
  ts.isTemplateLiteralToken(node) ||
  ts.isRegularExpressionLiteral(node) ||
  ts.isJsxText(node);

/** True for the name of a function, type, property, import or constant of a file, but not of a local variable. */
function isDeclared(name: ts.Identifier): boolean {
  const { parent } = name;
  if (!("name" in parent) || parent.name !== name) return false;
  if (ts.isVariableDeclaration(parent)) return ts.isSourceFile(parent.parent.parent.parent);
  return !ts.isParameter(parent) && !ts.isBindingElement(parent) && !ts.isPropertyAccessExpression(parent);
}

function namesOf({ file, text }: Source): Names {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const names: Names = { comments: [], inCode: new Set(), declared: new Set(), inTexts: new Set() };
  // Outside of texts, `//` and `/*` can only start a comment.
  let outside = 0;
  const commentsUntil = (end: number) => {
    for (const { 0: comment, index } of text.slice(outside, end).matchAll(COMMENT))
      names.comments.push({ line: source.getLineAndCharacterOfPosition(outside + index).line + 1, text: comment });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      names.inCode.add(node.text);
      if (isDeclared(node)) names.declared.add(node.text);
    }
    if (!isText(node)) return ts.forEachChild(node, visit);
    const start = node.getStart(source);
    commentsUntil(start);
    outside = node.end;
    for (const [word] of text.slice(start, node.end).replace(SQL_COMMENT, " ").matchAll(WORD)) names.inTexts.add(word);
  };
  visit(source);
  commentsUntil(text.length);
  return names;
}

const PATH = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?:\(\))?$/;
const FILE = /^[\w/.-]+\.(?:tsx?|mjs|css)$/;
const THROWS = /\b[Tt]hrows (?:an? |the )?([A-Z]\w*)/g;

/**
 * Names in comments that no source has: names in backticks, files in backticks, and classes that a comment says are
 * thrown. A name may be one of the file itself or one that any file declares.
 */
export function deadNames(sources: readonly Source[], isChecked: (file: string) => boolean, used = new Set<string>()) {
  const read = sources.map((source) => ({ file: source.file, names: namesOf(source) }));
  const declared = new Set(read.flatMap(({ names }) => [...names.declared]));
  const inTexts = new Set(read.flatMap(({ names }) => [...names.inTexts]));
  const files = sources.map(({ file }) => `/${file}`);

  const isForeign = (name: string): boolean => FOREIGN.has(name) && Boolean(used.add(name));
  const exists = (name: string, { inCode, inTexts: ownTexts }: Names): boolean =>
    inCode.has(name) ||
    declared.has(name) ||
    ownTexts.has(name) ||
    (/^(?:[^A-Z]|[A-Z_\d]+$)/.test(name) && inTexts.has(name));

  const deadIn = (comment: string, names: Names): string[] => {
    const prose = comment.replace(/\n\s*(?:\*|\/\/)\s*/g, " ");
    const quoted = [...prose.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
    const thrown = [...prose.matchAll(THROWS)].map(([, name = ""]) => name);
    return [
      ...quoted.filter((code) => FILE.test(code) && !files.some((file) => file.endsWith(`/${code}`))),
      ...quoted
        .filter((code) => PATH.test(code) && !FILE.test(code) && !isForeign(code))
        .filter((code) =>
          code
            .replace("()", "")
            .split(".")
            .some((name) => !exists(name, names) && !isForeign(name)),
        ),
      ...thrown.filter((name) => !names.inCode.has(name) && !declared.has(name) && !isForeign(name)),
    ];
  };

  return read
    .filter(({ file }) => isChecked(file))
    .flatMap(({ file, names }) =>
      names.comments.flatMap(({ line, text }) => deadIn(text, names).map((name) => `${file}:${line}: ${name}`)),
    );
}
