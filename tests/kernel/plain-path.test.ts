import { expect, test } from "vitest";
import { plainPath } from "../../server/http/plain-path";

test("every spelling of a path that the routes read alike is one path for the limits", () => {
  for (const path of [
    "/sites/developers/x",
    "/sites/developers/x/",
    "/Sites/DEVELOPERS/x",
    "//sites///developers/x",
    "/./sites/./developers/x",
    "/a/../sites/b/../developers/x",
    "/%2e/sites/developers/x",
    "/a/%2E%2e/sites/developers/x",
    "/%73ites/%64evelopers/x",
    "\\sites\\developers\\x",
  ]) {
    expect([path, plainPath(path)]).toEqual([path, "/sites/developers/x"]);
  }
  expect(plainPath("/")).toBe("/");
  // Decoded once, as the routes do: these dots are a name.
  expect(plainPath("/sites/developers/%252e%252e")).toBe("/sites/developers/%2e%2e");
  expect(plainPath("/%")).toBe("/%");
});
