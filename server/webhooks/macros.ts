export const MACROS = [
  "click_id",
  "txid",
  "event",
  "payout",
  "agent",
  "site",
  "link",
  "country",
  "sub1",
  "sub2",
  "sub3",
  "sub4",
  "sub5",
  "time",
] as const;
export const renderPostback = (url: string, values: Record<string, string>): string =>
  url.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
