import "@remix-run/node";

/** What the process hands to every request (made in server/app.ts). */
declare module "@remix-run/node" {
  interface AppLoadContext {
    nonce: string;
    /** The visitor's address; X-Forwarded-For counts from trusted proxies only. */
    ip: string | null;
    requestId: string;
    startedAt: number;
    /** Lets the body be as long as its path allows; without it, it is refused above 16 KB. */
    ofSession(): void;
  }
  interface Future {
    v3_singleFetch: true;
  }
}
