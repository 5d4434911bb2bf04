import { identity } from "~/gate.server";
import { calls } from "../calls";

export const signIn = calls({
  "POST auth/logout": identity.logout,
  "GET accounts/me": identity.me,
});
