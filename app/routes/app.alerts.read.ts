import { redirect } from "@remix-run/node";
import { markAsRead } from "~/http/read-marks.server";
import { HOME } from "~/http/return-url";

/** Handles the Enter button of an alert. */
export const action = markAsRead;
export const loader = () => redirect(HOME);
