import type { FrameBrand } from "./brand";
import type { MenuCan } from "./menu";
import type { Toast } from "./toasts";

/** Everything that the pages of a signed-in account show around their screens. */
export type Frame = {
  brand: FrameBrand;
  username: string;
  /** The person who opened the session with a sign-in link, if it is not the account's owner. */
  viewedBy?: string;
  /** The session is for looking only. */
  viewing: boolean;
  can: MenuCan;
  /** The server's clock, in milliseconds since 1970. */
  now: number;
  unapproved?: number;
  /** The number of messages that the account has not read. */
  unread?: number;
  /** Clicks and sales are waiting in the spool, so figures do not include them yet. */
  behind?: boolean;
  toasts?: readonly Toast[];
  /** The next alert to read. `mark` identifies it when it is acknowledged. */
  alert?: { mark: string; html?: string; text?: string } | null;
};
