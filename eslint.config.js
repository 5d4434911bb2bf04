import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** SQL in the sources, as text or as a template. */
const inText = (pattern) => `:matches(TemplateElement[value.raw=${pattern}], Literal[value=${pattern}])`;
const compared = (name, operator) =>
  `BinaryExpression[operator=${operator}][right.raw=/^\\d/]:matches([left.name='${name}'], [left.property.name='${name}'])`;

/** Codes and numbers that have a name, and the file that gives it. */
const named = [
  ["server/trade/flags.ts", inText("/\\bflags\\s*[&|]\\s*\\d/"), compared("flags", "/^[&|]$/")],
  ["server/trade/events.ts", inText("/\\bevent\\s*(=|<|>|IN\\b)[\\s(=>]*\\d/"), compared("event", "/^([<>]|[!=]=)/")],
  ["server/trade/events.ts", inText("/\\bCASE\\s+(\\w+\\.)?event\\b/")],
  [
    "server/tracking/clicks/classes.ts",
    inText("/\\bclass\\s*(=|<|>|IN\\b)[\\s(=>]*\\d/"),
    compared("class", "/^([<>]|[!=]=)/"),
  ],
  [
    "server/kernel/database/advisory-locks.ts",
    inText("/advisory\\w*\\(\\s*\\d/"),
    "Literal[raw=/^(7_?3\\d\\d_?\\d{3}|8_?10\\d)$/]",
  ],
  ["server/kernel/time/durations.ts", "Literal[raw=/^(86_?400_?000|3_?600_?000)$/]"],
  ["server/trade/periods/half-month-sql.ts", inText("/(date_part|extract|date_trunc)\\(\\s*('day'|'month'|day\\b)/i")],
].flatMap(([file, ...selectors]) => selectors.map((selector) => ({ selector, message: `Use a name of ${file}.` })));

export default tseslint.config(
  { ignores: ["build/", "node_modules/", ".data/"] },
  ...tseslint.configs.strict,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeCheckedOnly],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Numbers and booleans have one text; noUncheckedIndexedAccess makes every part of a match optional.
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        {
          allowNumber: true,
          allowBoolean: true,
          allowNullish: true,
          allowAny: false,
          allowNever: false,
          allowRegExp: false,
        },
      ],
      // Guards end with `return refuse(res)`, handlers are written `() => act()`.
      "@typescript-eslint/no-confusing-void-expression": "off",
      // `async` also declares that a function without a wait returns a promise.
      "@typescript-eslint/require-await": "off",
      // Texts are split by code points on purpose: no user-perceived character is counted or cut.
      "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }],
      // Rows of hand-written SQL have the type that their query names; conversions stay where the driver may differ.
      "@typescript-eslint/no-unnecessary-type-conversion": "off",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      // Posted and stored values are `unknown`; after a check for null the rule takes each of them for an object.
      "@typescript-eslint/no-base-to-string": "off",
      "no-console": "error",
      eqeqeq: "error",
    },
  },
  {
    files: ["{app,server,models,seeders,replay,bench}/**/*.{ts,tsx}"],
    // A migration is the SQL of its day.
    ignores: [
      "server/kernel/database/advisory-locks.ts",
      "server/trade/periods/half-month-sql.ts",
      "models/migrations/**",
    ],
    rules: { "no-restricted-syntax": ["error", ...named] },
  },
  { files: ["app/**/*.tsx"], ...jsxA11y.flatConfigs.recommended },
  { files: ["app/**/*.{ts,tsx}"], ...reactHooks.configs.flat["recommended-latest"] },
  {
    files: ["app/**/*.{ts,tsx}"],
    rules: {
      // Remix takes a thrown response as the answer.
      "@typescript-eslint/only-throw-error": "off",
      // An island writes into the form field that it enhances.
      "react-hooks/immutability": "off",
    },
  },
  {
    // useLoaderData() declares what a loader returns as `unknown` to be `undefined`.
    files: ["app/routes/**"],
    rules: { "@typescript-eslint/no-unnecessary-condition": "off" },
  },
  {
    // A test fails where a value is missing or of another type than it expects, and may rethrow or ask more than it must.
    files: ["tests/**"],
    rules: {
      "@typescript-eslint/no-meaningless-void-operator": "off",
      "@typescript-eslint/no-misused-spread": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unnecessary-template-expression": "off",
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-useless-default-assignment": "off",
      "@typescript-eslint/only-throw-error": "off",
      "@typescript-eslint/restrict-plus-operands": "off",
      "@typescript-eslint/restrict-template-expressions": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/use-unknown-in-catch-callback-variable": "off",
    },
  },
  {
    // Programs for a terminal speak on the console; everything that serves requests uses the structured log.
    files: ["bin/**", "server/cli/**", "seeders/**", "tests/**", "bench/**"],
    rules: { "no-console": "off" },
  },
);
