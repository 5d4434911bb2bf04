import { links as texts } from "~/texts";
import { Tabs } from "../frame/tabs";
import { namedTexts } from "./named-texts";

/** All links of an agent on one screen. */
export const ALL_LINKS = "/app/links/all";

/** The links that an agent has saved. */
export const NAMED_LINKS = "/app/links/named";

type Permission = "translateLinks" | "saveLinks";

export type LinksTab = { readonly to: string; readonly label: string; readonly needs?: Permission };

/** The link screens in display order. */
export const linksTabs: readonly LinksTab[] = [
  { to: "/app/links/links", label: texts.generateTab },
  { to: ALL_LINKS, label: texts.allTab },
  { to: NAMED_LINKS, label: namedTexts.heading, needs: "saveLinks" },
  { to: "/app/links/links-translate", label: texts.translateTab, needs: "translateLinks" },
  { to: "/app/links/doctor", label: texts.doctorTab },
];

type Can = Partial<Record<Permission, boolean>>;

export const linksTabsFor = (can: Can): LinksTab[] => linksTabs.filter(({ needs }) => !needs || can[needs]);

export function LinksTabs({ can }: { can: Can }) {
  return (
    <Tabs label="Links" tabs={linksTabsFor(can)} drop={["link", "at", "ip", "userAgent", "ahead", "search", "page"]} />
  );
}
