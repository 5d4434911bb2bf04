import { config } from "./config";

/** The address under which people open the product, with a path of it. */
export function productUrl(path: string): string {
  const { APP_URL, HOST, PORT } = config();
  return new URL(path, APP_URL ?? `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${PORT}`).href;
}
