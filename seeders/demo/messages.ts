/** The demo's news on the home screen, and an alert that a superadmin has prepared and not yet enabled. */
export const NEWS = [
  "<h2>Payouts of the half-month</h2>",
  "<p>Sales up to the 15th are paid on the 20th, those of the second half on the 5th. If a sale is missing, ask your manager; all sales are listed under <strong>Logs</strong>.</p>",
  "<ul><li>New manuals for dating and webcam sites are under <em>How to sell</em>.</li><li>Links from the old server still work.</li></ul>",
].join("");

export const ALERT =
  "<p>On Sunday from 02:00 to 02:30 Eastern the reports may lag behind. Links and sales are taken as always.</p>";

/** A message that the superadmin sent to all agents and managers two days ago. */
export const ANNOUNCEMENT = {
  title: "Holiday hours of the payout desk",
  html: "<p>The payout desk is closed on the 24th and 25th. Payments that are due on these days arrive on the 26th.</p>",
};

/** Agents of the older server who wait for their move. The last lacks required data. */
export const LEGACY_AGENTS: readonly LegacyAgent[] = [
  { legacyId: "A-2041", username: "mira.old", firstName: "Mira", lastName: "Sandoval", ready: true },
  { legacyId: "A-2057", username: "teo.old", firstName: "Teo", lastName: "Abad", ready: true },
  { legacyId: "A-2060", username: "lena.old", firstName: "Lena", lastName: "Roxas", ready: false },
];

export type LegacyAgent = { legacyId: string; username: string; firstName: string; lastName: string; ready: boolean };
