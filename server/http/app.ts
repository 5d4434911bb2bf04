import path from "node:path";
import type { Express } from "express";
import { assets } from "./assets";
import { rejectCrossSitePosts } from "./app-middleware";
import type { PeerOf } from "./peer";
import { createExpress, handleError } from "./express";
import { rejectDataRequests, rejectMalformedUrls, rejectUnknownMethods } from "./error-response";
import { limitCalls } from "./rate-limit";
import { type ScreenBuild, screens } from "./screens";
import { mark, setCommonHeaders, securityHeaders } from "./security-headers";
import { isHttps } from "../kernel/net/security-headers";

/** Answers static files, and the screens and calls in `build`. */
export function createApp(build: ScreenBuild, peerOf: PeerOf): Express {
  const developing = process.env.NODE_ENV === "development";
  const app = createExpress();
  app.use(setCommonHeaders);
  // Static files are sent without the headers of pages, which are larger than most of the files.
  if (!developing) app.use(assets(path.resolve("build/client")));
  app.use(mark(peerOf), rejectMalformedUrls);
  app.use(securityHeaders({ secure: isHttps(), developing }));
  app.use(rejectUnknownMethods, rejectDataRequests, limitCalls(), rejectCrossSitePosts);
  app.all("*", screens(build, developing));
  app.use(handleError);
  return app;
}
