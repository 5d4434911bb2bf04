import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the replay implements the rules itself and shares no code with the product", () => {
  const imports = readdirSync("replay").flatMap((file) =>
    [...readFileSync(`replay/${file}`, "utf8").matchAll(/(?:from|import|import\()\s*["']([^"']+)["']/g)].map(
      ([, target]) => `${file}: ${target}`,
    ),
  );
  expect(imports.length).toBeGreaterThan(20);
  expect(imports.filter((line) => !/: (\.\/[a-z-]+|node:[a-z_/]+|isbot|zod)$/.test(line))).toEqual([]);
});
