import { logsFor } from "~/components/logs/logs-tabs";
import { firstScreen } from "~/http/first-screen.server";

export const loader = firstScreen(logsFor);
