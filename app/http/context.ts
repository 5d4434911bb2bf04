import "@remix-run/node";

/** What the process hands to every request (made in server/app.ts). */
declare module "@remix-run/node" {
  interface AppLoadContext {
    nonce: string;
    /** The visitor's address; X-Forwarded-For counts from trusted proxies only. */
    ip: string | null;
    requestId: string;
    startedAt: number;
  }
  interface Future {
    v3_singleFetch: true;
  }
}
