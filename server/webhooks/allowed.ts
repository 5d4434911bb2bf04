/** The rules for hosts and ports that both saving and sending check. */

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
