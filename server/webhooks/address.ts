import type { WebhookFormat } from "~models";
import { isPublicHost } from "../kernel/addresses/public-address";
import { webAddressError } from "../kernel/net/urls";
import { invalid } from "../kernel/operation/refusal";
import { config } from "../kernel/process/config";
import { macroError } from "./macros";

/** One text for every refused host, so that it does not reveal which names and addresses exist in the network. */
export const NOT_PUBLIC = "This host is not public.";
export const WRONG_PORT = "Please use port 443, 8443 or one above 1023.";

const HTTPS = 443;
const LAST_SYSTEM_PORT = 1_023;

/** `port` as in a URL: empty for 443. Lower ports belong to other services than receivers of events. */
export const isAllowedPort = (port: string): boolean =>
  port === "" || Number(port) === HTTPS || Number(port) > LAST_SYSTEM_PORT;

/** The address without its path and query, which may hold secrets, for logs. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : `${url.length} characters`);

/** Throws 422 at the field `url`. */
export function requireAddress(url: string, format: WebhookFormat, isNetwork: boolean): void {
  const message = addressError(url, format, isNetwork);
  if (message) throw invalid({ url: [message] });
}

const NOT_HTTPS = "Please enter an https address, such as https://example.org/hook.";

/**
 * The message for an address that events may not be sent to; undefined if they may. The sender also checks the addresses to
 * which a name resolves.
 */
function addressError(url: string, format: WebhookFormat, isNetwork: boolean): string | undefined {
  const { WEBHOOK_PRIVATE } = config();
  if (!WEBHOOK_PRIVATE && !/^https:/i.test(url)) return NOT_HTTPS;
  const macros = format === "postback" ? macroError(url, isNetwork) : undefined;
  const problem = macros ?? webAddressError(url);
  if (problem) return problem;
  if (url.includes("#")) return "An address may not contain a #.";
  if (WEBHOOK_PRIVATE) return undefined;
  const { hostname, port } = new URL(url);
  if (!isPublicHost(hostname)) return NOT_PUBLIC;
  return isAllowedPort(port) ? undefined : WRONG_PORT;
}
