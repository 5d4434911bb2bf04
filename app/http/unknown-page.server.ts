import { data, redirect } from "@remix-run/node";
import { notFound } from "~/gate.server";

/**
 * The answer for unknown paths: a redirect to home, where the guard handles people who are signed out. A path that ends
 * in a file name is a 404.
 */
export function unknownPage(request: Request): Response {
  const last = new URL(request.url).pathname.split("/").at(-1) ?? "";
  if (!last.includes(".")) return redirect("/app/home");
  const { code, message, status } = notFound();
  throw data({ code, message }, { status });
}
