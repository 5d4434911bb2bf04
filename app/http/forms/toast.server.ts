import { ownCookie } from "../own-cookie.server";

/** The notice that a redirect passes to the next page, in a cookie that is shown once. */
export type Toast = {
  type: "success" | "warning" | "error";
  heading: string;
  body: string;
  total?: number;
  /** To the next step, within the product. */
  link?: { to: string; label: string };
  /** The inverse of the act on the row that the heading names, on the screen at `action`. */
  undo?: { action: string; intent: string; id: number; ask?: string; gives?: Readonly<Record<string, string>> };
};
/** An error or a warning stays in the cookie while its page is shown, so that repetitions are counted. */
type StoredToast = Toast & { shown?: boolean };

const cookie = ownCookie("toast", { sameSite: "lax", maxAge: 60 });

const serializeToast = (toast: StoredToast): Promise<string> => cookie.serialize(toast);

/** A notice equal to the previous one in the cookie increments its counter. */
export async function toastHeader(toast: Toast, request?: Request): Promise<string> {
  const last = request && (await readToast(request));
  const same = last?.type === toast.type && last.heading === toast.heading && last.body === toast.body;
  return serializeToast(same ? { ...toast, total: (last.total ?? 1) + 1 } : toast);
}

/** The value comes from the browser and may have any shape. */
function isToast(value: unknown): value is StoredToast {
  if (typeof value !== "object" || value === null) return false;
  const { type, heading, body, total = 1, link, undo } = value as Record<string, unknown>;
  const { to, label } = (link ?? { to: "/app/", label: "" }) as Record<string, unknown>;
  if (typeof to !== "string" || !to.startsWith("/app/") || typeof label !== "string") return false;
  if (undo !== undefined && !isUndo(undo)) return false;
  const words = typeof heading === "string" && typeof body === "string" && Number.isSafeInteger(total);
  return words && (type === "success" || type === "warning" || type === "error");
}

function isUndo(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { action, intent, id, ask = "" } = value as Record<string, unknown>;
  return (
    typeof action === "string" &&
    action.startsWith("/app/") &&
    [intent, ask].every((text) => typeof text === "string") &&
    Number.isSafeInteger(id)
  );
}

async function readToast(request: Request): Promise<StoredToast | undefined> {
  const value = await cookie.parse(request);
  return isToast(value) ? value : undefined;
}

/** The toast in the request's cookie, if not shown before, and the header that marks it as shown or deletes it. */
export async function takeToast(request: Request): Promise<{ toasts: Toast[]; header: string } | undefined> {
  const stored = await readToast(request);
  if (!stored) return undefined;
  const { shown, ...toast } = stored;
  const header =
    shown || toast.type === "success"
      ? await cookie.serialize("", { maxAge: 0 })
      : await serializeToast({ ...toast, shown: true });
  return { toasts: shown ? [] : [toast], header };
}
