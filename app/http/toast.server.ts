import { ownCookie } from "./own-cookie.server";

/** The notice that a redirect carries to the next page: a cookie that is shown once. */
export type Toast = { type: "success" | "error"; heading: string; body: string };

const cookie = ownCookie("toast", { sameSite: "lax", maxAge: 60 });

export const toastHeader = async (toast: Toast): Promise<string> => cookie.serialize(toast);

/** The cookie comes from the browser, which may hold anything. */
function isToast(value: unknown): value is Toast {
  if (typeof value !== "object" || value === null) return false;
  const { type, heading, body } = value as Record<string, unknown>;
  return (type === "success" || type === "error") && typeof heading === "string" && typeof body === "string";
}

/** The toast that came with this request, and the header that forgets it. */
export async function takeToast(request: Request): Promise<{ toast: Toast; forget: string } | undefined> {
  const value = await cookie.parse(request);
  if (!isToast(value)) return undefined;
  return { toast: value, forget: await cookie.serialize("", { maxAge: 0 }) };
}
