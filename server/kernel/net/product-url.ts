import { config } from "../process/config";

/** The public URL of a path of the product. */
export function productUrl(path: string): string {
  const { APP_URL, HOST, PORT } = config();
  return new URL(path, APP_URL ?? `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${PORT}`).href;
}
