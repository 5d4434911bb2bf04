import { priceTexts } from "./price-texts";

/** Texts of the screens of site links and their prices. */
export const types = {
  heading: (sitename: string) => `Links of ${sitename}`,
  title: "Site links",
  add: "+ Add Link",
  addHeading: "Add Link",
  updateHeading: "Update Link",
  empty: "No sale types yet",
  /** Below the question whether to delete it: the loss, or why it is not possible. */
  unused: "The link has no clicks and no sales. Its prices will be deleted with it. This cannot be undone.",
  inUse: "This link has clicks or sales, which have to stay. Please suspend it instead.",
  deleted: (typename: string) => `Link "${typename}" has been deleted`,
  edit: "Edit",
  prices: "Prices",
  whatIf: "What would it cost?",
  import: "Import",
  export: "Export",
  importHeading: "Import links",
  importHint:
    "A row with the ID of a link changes that link. A row without an ID adds one. Missing columns and empty numbers leave values unchanged. Country fees (feeGeos): US=610:31 (pesos:dollars), separated by spaces. An empty cell removes all.",
  columns: {
    typename: "Link Name",
    url: "URL",
    status: "Status",
    channel: "Ch",
    edit: "Edit",
    payout: "Payout",
    earning: "Earning",
    lpp: "lpp",
  },
  /** Prices besides the usual one: "1 country, 2 offices". */
  ownPrices: (countries: number, offices: number) =>
    [
      ...(countries > 0 ? [countries === 1 ? "1 country" : `${countries} countries`] : []),
      ...(offices > 0 ? [offices === 1 ? "1 office" : `${offices} offices`] : []),
    ].join(", "),
  bonusLpp: (lpp: number) => `bonus ${lpp}`,
  /** Column headings by how the site counts: with approve-sale a sale has two days (LINK-11). */
  heads: { usual: { sale: "Sale", bonus: "Bonus" }, approve: { sale: "Day#1 Approval", bonus: "Day#2 Sale" } },
  form: {
    parts: { link: "Link", price: "Price" },
    typename: "Link name",
    typealias: "Alias",
    url: "URL",
    urlHint:
      "An http or https address of up to 2,000 characters. {clickid}, {agentid}, {officeid}, {siteid}, {typeid}, {ch}, {geo}, {sub1} to {sub5}, {gclid}, {fbclid} and {utm_source}, {utm_medium}, {utm_campaign}, {utm_term} and {utm_content} are filled in for each click.",
    allowedHosts: "Hosts of deep links",
    allowedHostsHint:
      "One a line, such as shop.example.org. Agents may lead visitors to pages of these hosts with to=https://… in their link. Other addresses lead to the address above.",
    bbrCh: "Integration channel",
    bbrChHint: "A number that is passed to the site as {ch}. The column Ch of the list shows it.",
    payout: "Payout",
    payoutHint: "Pesos for the agent. Digits with at most two decimals, for example 512.50.",
    earning: "Earning",
    earningHint: "Dollars for the network. Digits with at most two decimals, for example 20.50.",
    lpp: "lpp",
    lppHint: "Points per sale.",
    activated: "Activated",
    showNoSalesStat: "Show in statistics without sales",
    usual: { bonus: "Bonus", bonusPayout: "Bonus payout", bonusEarning: "Bonus earning", bonusLpp: "Bonus lpp" },
    /** LINK-10. */
    approve: {
      bonus: "Day#2 Sale",
      bonusPayout: "Day#2 Payout",
      bonusEarning: "Day#2 Earning",
      bonusLpp: "Day#2 lpp",
    },
    geos: "Custom geo fees",
    geosHint:
      "The price of sales from one country, in place of the usual price. Write the country as two letters, such as US.",
    geo: "Country",
    addGeo: "+ Add country",
    removeGeo: "Remove",
    noGeos: "Every country pays the usual price.",
    ownOffices: (prices: string, count: number) =>
      count === 1
        ? `Office with its own price: ${prices}. This office's price takes precedence over these countries.`
        : `Offices with their own price: ${prices}. These offices' prices take precedence over these countries.`,
    moreOffices: (count: number) => `${count} more`,
    reason: "Reason for a price change",
    reasonHint: "Optional. Kept with the price change.",
    plan: "Plan a price for a later half-month",
  },
  ...priceTexts,
  avp: {
    heading: "Avp Pay Schedule",
    since: (day: string) => `Since ${day}.`,
    none: "No tiers have been set yet.",
    range: "Sales",
    pesos: "Pesos",
    dollars: "Dollars",
    later: (day: string) => `From ${day} on`,
    change: "Change the tiers",
    whatIf: "What would other tiers cost?",
    validFrom: "Starting with the half-month",
    tiers: "Tiers",
    tiersHint:
      "Each tier starts where the previous one ends. Leave the upper end of the last tier empty. Earlier half-months do not change.",
    from: "From sales",
    to: "To sales",
    add: "+ Add tier",
    remove: "Remove",
    save: "Save tiers",
    others: "This site is not in AVP: each link pays its own price.",
  },
} as const;
