import { redirect } from "@remix-run/node";

/** Password managers open this address to change a password. People who are signed out sign in first. */
export const loader = () => redirect("/app/profile");
