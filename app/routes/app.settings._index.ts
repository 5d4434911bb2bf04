import { firstSettings } from "~/http/first-settings.server";

export const loader = firstSettings;
