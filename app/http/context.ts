import "@remix-run/node";

/** Set for every request in server/http/app.ts. */
declare module "@remix-run/node" {
  interface AppLoadContext {
    nonce: string;
    /** The visitor's IP address. X-Forwarded-For counts only from trusted proxies. */
    ip: string | null;
    requestId: string;
    startedAt: number;
    /** The page has readable passwords in a list or form, or a secret that was shown by an act. */
    secrets?: "listed" | "shown";
    /** Counts a posted form (1 point) or an export (more) of an account. Throws 429. */
    limitAccount(accountId: number, points: number): Promise<void>;
    /** Raises the body limit from 16 KB to the limit of the path. */
    ofSession(): void;
  }
  interface Future {
    v3_singleFetch: true;
  }
}
