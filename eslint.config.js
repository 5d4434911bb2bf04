import jsxA11y from "eslint-plugin-jsx-a11y";
import tseslint from "typescript-eslint";

/** SQL in the sources, as text or as a template. */
const inText = (pattern) => `:matches(TemplateElement[value.raw=${pattern}], Literal[value=${pattern}])`;
const compared = (name, operator) =>
  `BinaryExpression[operator=${operator}][right.raw=/^\\d/]:matches([left.name='${name}'], [left.property.name='${name}'])`;

/** Codes and numbers that have a name, and the file that gives it. */
const named = [
  ["server/kernel/flags.ts", inText("/\\bflags\\s*[&|]\\s*\\d/"), compared("flags", "/^[&|]$/")],
  ["server/kernel/events.ts", inText("/\\bevent\\s*(=|<|>|IN\\b)[\\s(=>]*\\d/"), compared("event", "/^([<>]|[!=]=)/")],
  ["server/kernel/events.ts", inText("/\\bCASE\\s+(\\w+\\.)?event\\b/")],
  [
    "server/tracking/classes.ts",
    inText("/\\bclass\\s*(=|<|>|IN\\b)[\\s(=>]*\\d/"),
    compared("class", "/^([<>]|[!=]=)/"),
  ],
  [
    "server/kernel/advisory-locks.ts",
    inText("/advisory\\w*\\(\\s*\\d/"),
    "Literal[raw=/^(7_?3\\d\\d_?\\d{3}|8_?10\\d)$/]",
  ],
  ["server/kernel/durations.ts", "Literal[raw=/^(86_?400_?000|3_?600_?000)$/]"],
  ["server/kernel/half-month.ts", inText("/(date_part|extract|date_trunc)\\(\\s*('day'|'month'|day\\b)/i")],
].flatMap(([file, ...selectors]) => selectors.map((selector) => ({ selector, message: `Use a name of ${file}.` })));

export default tseslint.config(
  { ignores: ["build/", "node_modules/", ".data/"] },
  ...tseslint.configs.strict,
  {
    files: ["**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-console": "error",
      eqeqeq: "error",
    },
  },
  {
    files: ["{app,server,models,seeders,replay,bench}/**/*.{ts,tsx}"],
    // A migration is the SQL of its day.
    ignores: ["server/kernel/{advisory-locks,half-month}.ts", "models/migrations/**"],
    rules: { "no-restricted-syntax": ["error", ...named] },
  },
  { files: ["app/**/*.tsx"], ...jsxA11y.flatConfigs.recommended },
  {
    // What a test expects to be there fails the test where it is not.
    files: ["tests/**"],
    rules: { "@typescript-eslint/no-non-null-assertion": "off" },
  },
  {
    // Programs for a terminal speak on the console; everything that serves requests uses the structured log.
    files: ["bin/**", "server/cli/**", "seeders/**", "tests/**", "bench/**"],
    rules: { "no-console": "off" },
  },
);
