import { data, redirect } from "@remix-run/node";
import { notFound } from "~/gate.server";

/**
 * The answer for unknown paths: a redirect to home, where the guard handles people who are signed out. A path that ends
 * in a file name is a 404, and so is one below /.well-known/, where programs look for what a server offers.
 */
export function unknownPage(request: Request): Response {
  const { pathname } = new URL(request.url);
  const isFile = pathname.startsWith("/.well-known/") || (pathname.split("/").at(-1) ?? "").includes(".");
  if (!isFile) return redirect("/app/home");
  const { code, message, status } = notFound();
  throw data({ code, message }, { status });
}
