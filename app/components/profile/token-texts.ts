export const tokens = {
  heading: "Tokens",
  intro:
    "A client token lets a program use your account until it expires or you revoke it. A sign-in link signs a browser in " +
    "once, within a minute. A new password revokes your tokens unless you keep them.",
  serviceIntro: "Service tokens belong to the organization: you see and can revoke those of all superadmins.",
  make: "Create token",
  first: "Create the first one below.",
  kind: "Kind",
  client: "Client token",
  browser: "Sign-in link",
  name: "Name",
  nameHint: "A name to recognize it by.",
  scope: "Access",
  scopeHint: "No token shows passwords.",
  read: "Read only",
  all: "Read and change",
  health: "Health only",
  areas: "Areas",
  areasHint: "For client tokens, which may then make no other calls. Without a tick, all areas.",
  service: "Service token",
  serviceHint:
    "For the organization. It keeps working after a new password of yours, and ends when you are blocked or " +
    "lose your role.",
  state: "State",
  ofOrganization: "Service",
  endsSoon: "Ends soon",
  live: "Active",
  days: "Lifetime",
  daysHint: "For client tokens. A sign-in link works for one minute.",
  lifetime: (days: number) => (days === 1 ? "1 day" : `${days} days`),
  username: "Account",
  ownHint: "Your own, or for a sign-in link the username of an agent you manage.",
  anyHint: "Your own, or for a sign-in link any username.",
  shownOnce: "Copy it now. It is shown only once.",
  shownToken: "Token",
  shownLink: "Sign-in link",
  never: "Never",
} as const;

/** A username as logs show it, followed by the person who used the account through a sign-in link that they created. */
export const byMaker = (username: string, by: string | null): string =>
  by === null ? username : `${username} (by ${by})`;
