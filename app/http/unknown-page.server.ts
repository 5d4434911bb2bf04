import { data, redirect } from "@remix-run/node";
import { notFound } from "~/gate.server";

/** A path that no route has: home, where the guard sends whoever is signed out; a file that is none stays none. */
export function unknownPage(request: Request): Response {
  const last = new URL(request.url).pathname.split("/").at(-1) ?? "";
  if (!last.includes(".")) return redirect("/app/home");
  const { code, message, status } = notFound();
  throw data({ code, message }, { status });
}
