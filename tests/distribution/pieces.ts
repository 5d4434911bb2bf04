import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { DISTRIBUTED } from "../../models/distribution";

const NAMES = new RegExp(`\\b(FROM|JOIN|INTO|UPDATE|TABLE)\\s+(${DISTRIBUTED.join("|")})\\b`);

/**
 * The pieces of SQL in the sources that name a large table as a table, or contain another wanted word. Each is as it
 * appears in a statement, up to the next interpolated value.
 */
export function piecesOf(folder: string, wanted = NAMES): { file: string; piece: string }[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return files.flatMap((name) => {
    const file = path.join(folder, name);
    const found: { file: string; piece: string }[] = [];
    const look = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
        if (wanted.test(node.text)) found.push({ file, piece: node.text });
      }
      ts.forEachChild(node, look);
    };
    look(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest));
    return found;
  });
}
