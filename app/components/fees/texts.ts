/** Texts of Offices custom payments. */
export const fees = {
  heading: "Offices custom payments",
  show: "Show payments",
  firstSite: "Choose a site",
  firstType: "Choose a link",
  hint: "Select Custom to set payments for one office. Otherwise the link's defaults apply.",
  plainHint: "Save each row that you change. You can edit amounts once Custom is saved.",
  countries: (prices: string, single: boolean) =>
    `${single ? "Country with its" : "Countries with their"} own fee: ${prices}. An office's own price takes precedence, also for sales from ${single ? "this country" : "these countries"}.`,
  noTypes: "No sale types yet",
  choose: "Choose a site and a link.",
  custom: "Custom",
  columns: { payout: "Payout ₱", earning: "Earning $", lpp: "lpp" },
  bonus: { bonusPayout: "Bonus payout ₱", bonusEarning: "Bonus earning $", bonusLpp: "Bonus lpp" },
  day2: { bonusPayout: "Day#2 Payout ₱", bonusEarning: "Day#2 Earning $", bonusLpp: "Day#2 lpp" },
  save: "Save",
  saving: "Saving…",
  saved: "Saved",
  yours: (typed: string) => `You entered ${typed}.`,
  importHeading: "Import custom payments",
} as const;
