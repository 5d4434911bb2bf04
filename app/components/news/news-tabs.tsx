import { Tabs, type Tab } from "../frame/tabs";
import { news as texts } from "~/texts";

const tabs: readonly Tab[] = [
  { to: "/app/news/edit", label: texts.heading },
  { to: "/app/news/alerts", label: texts.alertHeading },
];

/** Tabs of the news and the alert, both written by superadmins. */
export function NewsTabs() {
  return <Tabs label="News" tabs={tabs} />;
}
