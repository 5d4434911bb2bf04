import { z } from "zod";
import { Email, Flag, Id, Kept, NewPassword, Password, Username, Verbatim, Version } from "../kernel/operation/input";

const flags = {
  earningVisible: Kept(Flag),
  approveAgents: Kept(Flag),
  showSuspend: Kept(Flag),
  showCommonLogs: Kept(Flag),
};

const samePassword = (given: { password?: string; passwordConfirm?: string }) =>
  (given.password ?? "") === (given.passwordConfirm ?? "");
// `when` runs this check even if other fields are invalid, so that a form gets all of its errors at once.
const mismatch = { path: ["passwordConfirm"], message: "Passwords do not match", when: () => true };

export const NewAdmin = z
  .object({
    username: Username,
    email: Email,
    password: Password,
    passwordConfirm: Verbatim(255).min(1, "Please fill in this field."),
    ...flags,
  })
  .refine(samePassword, mismatch);

export const ChangedAdmin = z
  .object({
    id: Id,
    email: Kept(Email),
    password: NewPassword,
    passwordConfirm: Verbatim(255).optional(),
    ...flags,
    active: Kept(Flag),
    loginBlocked: Kept(Flag),
    version: Version,
  })
  .refine(samePassword, mismatch);
