/** The kit for the developers of a site: addresses, and postbacks tried without sending one. */
export const sitePostback = {
  heading: (name: string) => `Secrets and postback of ${name}`,
  title: "Secrets and postback",
  sale: "A sale",
  bonus: "A bonus",
  reversal: "A sale taken back",
  copy: "Postback address",
  byPost: "By POST, with the secret in a header (recommended)",
  byGet: "By GET, with the secret in the address",
  hint: "Replace the values in capital letters. SECRET is a secret of this site, CLICKID the value that the site received with the click, and TXID the site's own number of the sale.",
} as const;

export const sitePixel = {
  heading: "Pixel for a site without a server",
  intro:
    "Off without a key. A page of the site calls the pixel when something is sold. Everybody can read its key in the page and report with it, so its sales are pending until a superadmin confirms them with Replay in Logs, Postbacks. It takes back nothing, reports a click once, and works on the hosts of the site and of its links.",
  key: "Pixel key",
  none: "No key: the pixel is off",
  make: "Create pixel key",
  full: "Two keys are active. Revoke one to create another.",
  script: "Script for the thank-you page, below the one that keeps the click ID",
  image: "Image for a page that knows the click ID",
} as const;

export const siteTrial = {
  heading: "Test postback",
  hint: "Shows the result of a postback for a click, step by step. Nothing is sent or stored.",
  submit: "Test",
  click: "Click ID",
  event: "Event",
  events: [
    { value: "sale", label: "Sale" },
    { value: "bonus", label: "Bonus" },
    { value: "click", label: "Click" },
  ],
  status: "Status",
  statuses: [
    { value: "approved", label: "Approved" },
    { value: "reversed", label: "Reversed" },
  ],
  txid: "Transaction ID",
  steps: "Result, step by step",
} as const;

export const siteDeveloperLink = {
  heading: "Page for the site's developers",
  intro:
    "A link to a page that explains postbacks, shows the last requests of this site and checks off a first test. It needs no sign-in and shows no agents, customers or amounts. Everyone who has the link can read it.",
  active: (created: string, ends: string) => `A link that was created ${created} works until ${ends}.`,
  ended: (ends: string) => `The link ended ${ends}.`,
  opened: (at: string) => `Last opened ${at}.`,
  unopened: "It was never opened.",
  none: "No link yet",
  days: "Lifetime",
  lifetime: (days: number) => `${days} days`,
  make: "Create link",
  label: "Link",
  shownOnce: "Copy it now. It is shown only once.",
} as const;
