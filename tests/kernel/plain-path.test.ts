import { expect, test } from "vitest";
import { plainPath } from "../../server/http/plain-path";
import { bearerToken } from "../../server/kernel/net/bearer";

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

test("spaces and the case of the scheme do not make another token of one", () => {
  for (const header of ["Bearer abc", "bearer abc", "BEARER  abc", "Bearer\tabc ", "bEARER \t abc"])
    expect([header, bearerToken(header)]).toEqual([header, "abc"]);
  for (const other of ["", "Bearer", "Bearer ", "Basic abc", "Bearer a b", "xBearer abc"])
    expect([other, bearerToken(other)]).toEqual([other, undefined]);
});
