import type { IconName } from "~/components/ui/icons";

/** The menu as data, in the specified order. An entry shows if the account may see its screen. */

/** Permissions that the menu depends on. The server computes them from the rules that guard the screens. */
export type MenuKey =
  | "seeNews"
  | "seeOffices"
  | "seeAgents"
  | "approveAgents"
  | "seeSites"
  | "readHowToSell"
  | "manageManuals"
  | "seeAdmins"
  | "seeSettings"
  | "manageOptions";
export type MenuCan = Partial<Record<MenuKey, boolean>>;

export type MenuEntry = {
  readonly label: string;
  readonly to: string;
  /** Path prefix of every screen of the entry. */
  readonly section?: string;
  /** A screen beside them that belongs to the entry, too, with those below it. */
  readonly also?: string;
  readonly needs?: MenuKey;
  /** Hides the entry from accounts with this permission. */
  readonly unless?: MenuKey;
  readonly badge?: "unapproved" | "unread";
  readonly icon: IconName;
  /** A group of the rail begins here. */
  readonly gap?: true;
};

export const menu: readonly MenuEntry[] = [
  { label: "Home", icon: "home", to: "/app/home" },
  { label: "News", icon: "news", to: "/app/news/edit", section: "/app/news", needs: "seeNews" },
  { label: "Messages", icon: "mail", to: "/app/messages", badge: "unread" },
  {
    label: "Offices",
    icon: "offices",
    gap: true,
    to: "/app/offices/offices",
    section: "/app/offices",
    needs: "seeOffices",
  },
  { label: "Agents", icon: "agents", to: "/app/agents", also: "/app/migration", needs: "seeAgents" },
  { label: "Approve Agents", icon: "approve", to: "/app/unapprove", needs: "approveAgents", badge: "unapproved" },
  { label: "Sites", icon: "sites", to: "/app/sites/sites", section: "/app/sites", needs: "seeSites" },
  { label: "Stats", icon: "stats", gap: true, to: "/app/stats/sites", section: "/app/stats" },
  { label: "Links", icon: "links", to: "/app/links/links", section: "/app/links" },
  { label: "Logs", icon: "logs", to: "/app/logs/chat", section: "/app/logs" },
  { label: "Logs", icon: "logs", to: "/app/logs/login", section: "/app/logs" },
  { label: "Profile", icon: "profile", gap: true, to: "/app/profile" },
  { label: "How to sell", icon: "how", to: "/app/site-manuals", also: "/app/how-to-sell", needs: "manageManuals" },
  { label: "How to sell", icon: "how", to: "/app/how-to-sell", needs: "readHowToSell", unless: "manageManuals" },
  { label: "Admins", icon: "admins", to: "/app/admins", needs: "seeAdmins" },
  {
    label: "Settings",
    icon: "settings",
    to: "/app/settings/black-list-ip",
    section: "/app/settings",
    needs: "seeSettings",
  },
  {
    label: "Settings",
    icon: "settings",
    to: "/app/settings/options",
    section: "/app/settings",
    needs: "manageOptions",
  },
];

/**
 * The account's entries. If several have the same label, only the first is kept. Logout is not included: the frame
 * renders it last, as a form.
 */
export function menuFor(can: MenuCan, entries = menu): MenuEntry[] {
  const shown = entries.filter(({ needs, unless }) => (!needs || can[needs]) && !(unless && can[unless]));
  return shown.filter(({ label }, index) => shown.findIndex((entry) => entry.label === label) === index);
}

export function isCurrent({ to, section = to, also }: MenuEntry, path: string): boolean {
  return [section, also ?? section].some((start) => path === start || path.startsWith(`${start}/`));
}

/** The places that agents use all day, in reach of the thumb: their figures, their clicks and sales, and links to share. */
export const thumbs: readonly MenuEntry[] = [
  { label: "Home", icon: "home", to: "/app/home" },
  { label: "Stats", icon: "stats", to: "/app/stats/sites", section: "/app/stats" },
  { label: "Logs", icon: "logs", to: "/app/logs/chat", section: "/app/logs" },
  { label: "Get a link", icon: "links", to: "/app/links/all" },
];
