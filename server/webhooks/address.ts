import type { WebhookFormat } from "~models";
import { isPublicHost } from "../kernel/addresses/public-address";
import { webAddressError } from "../kernel/net/urls";
import { invalid } from "../kernel/operation/refusal";
import { config } from "../kernel/process/config";
import { isAllowedPort, NOT_PUBLIC, WRONG_PORT } from "./allowed";
import { macroError } from "./macros";

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
