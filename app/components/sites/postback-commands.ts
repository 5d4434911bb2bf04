/** The three requests that a site sends, with placeholders in capital letters. */
export const postbackEvents = {
  sale: { event: "sale" },
  bonus: { event: "bonus" },
  reversal: { event: "sale", status: "reversed" },
} as const;
export type PostbackEvent = keyof typeof postbackEvents;

const pairs = (event: PostbackEvent): string[] =>
  Object.entries({ clickid: "CLICKID", ...postbackEvents[event], txid: "TXID" }).map(
    ([name, value]) => `${name}=${value}`,
  );

/** A command that sends the secret in a header, which stays out of logs. */
export const byPost = (url: string, secret: string, event: PostbackEvent): string =>
  [`curl ${url} -H 'Authorization: Bearer ${secret}'`, ...pairs(event)].join(" -d ");

/** An address that contains the secret. */
export const byGet = (url: string, secret: string, event: PostbackEvent): string =>
  `${url}?${[...pairs(event), `secret=${encodeURIComponent(secret)}`].join("&")}`;
