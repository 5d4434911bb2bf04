/** The three requests that a site sends, with placeholders in capital letters. */
export const postbackEvents = {
  sale: { event: "sale" },
  bonus: { event: "bonus" },
  reversal: { event: "sale", status: "reversed" },
} as const;
export type PostbackEvent = keyof typeof postbackEvents;

const parametersOf = (event: PostbackEvent) => ({ clickid: "CLICKID", ...postbackEvents[event], txid: "TXID" });
const pairs = (event: PostbackEvent): string[] =>
  Object.entries(parametersOf(event)).map(([name, value]) => `${name}=${value}`);

/** A command that sends the secret in a header, which stays out of logs. */
export const byPost = (url: string, secret: string, event: PostbackEvent): string =>
  [`curl ${url} -H 'Authorization: Bearer ${secret}'`, ...pairs(event)].join(" -d ");

/** An address that contains the secret. */
export const byGet = (url: string, secret: string, event: PostbackEvent): string =>
  `${url}?${[...pairs(event), `secret=${encodeURIComponent(secret)}`].join("&")}`;

/** A command that sends several as a list. */
export const byList = (url: string, secret: string, events: readonly PostbackEvent[]): string =>
  `curl ${url}/batch -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' -d '${JSON.stringify(events.map(parametersOf))}'`;

/** The script of a page that calls the pixel. */
export const byScript = (scriptUrl: string, key: string): string =>
  `<script src="${scriptUrl}" data-key="${key}" data-txid="TXID" data-amount="AMOUNT" data-currency="USD" async></script>`;

/** The image of a page that knows the click ID. */
export const byImage = (pixelUrl: string, key: string): string =>
  `<img src="${pixelUrl}?key=${key}&amp;event=sale&amp;clickid=CLICKID&amp;txid=TXID" width="1" height="1" alt="">`;

/** A command that asks what became of a request. */
export const askLater = (url: string, secret: string): string =>
  `curl ${url}s/receipts/REQUESTID -H 'Authorization: Bearer ${secret}'`;
