import { expect, test } from "vitest";
import { KNOWN_VERSIONS, requireKnownDriver } from "../../server/kernel/database/driver";

const known = Object.fromEntries(Object.entries(KNOWN_VERSIONS).map(([name, versions]) => [name, versions[0] ?? ""]));

test("the installed driver and ORM are of a version that the database's code knows", () => {
  expect(() => requireKnownDriver()).not.toThrow();
});

test("another version of the driver or the ORM is refused with its name and what to do", () => {
  expect(() => requireKnownDriver({ ...known, pg: "9.0.0" })).toThrow(
    "The package pg has version 9.0.0, but this program needs 8.23.1. Run npm ci.",
  );
  expect(() => requireKnownDriver({ ...known, sequelize: "7.0.0" })).toThrow("The package sequelize has version 7.0.0");
});
