const BASE_URL = "http://localhost";

/**
 * The path as the routes read it, in one spelling: dots resolved, then decoded once, with single slashes, in lower case and
 * without a slash at its end. A path that cannot be decoded stays as it is, because it is refused.
 */
export function plainPath(path: string): string {
  try {
    const decoded = decodeURIComponent(new URL(BASE_URL + path).pathname);
    return decoded
      .replaceAll(/[\\/]+/g, "/")
      .toLowerCase()
      .replace(/(?<=.)\/$/, "");
  } catch {
    return path;
  }
}
