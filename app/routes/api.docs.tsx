import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { BareFrame } from "~/components/frame/bare-frame";
import { pageTitle } from "~/components/frame/page-title";
import { documentCalls } from "~/http/calls/call-docs.server";
import type { loader as rootLoader } from "~/root";
import { docs } from "~/texts";

export const loader = () => documentCalls();
export const meta = pageTitle(docs.heading);

/** The API documentation as a page. */
export default function Docs() {
  const groups = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <BareFrame brand={root?.brand}>
      <h1>{docs.heading}</h1>
      <p>{docs.intro}</p>
      <p>
        <a href="/api/openapi.json">openapi.json</a>
      </p>
      {groups.map(({ name, calls }) => (
        <section key={name}>
          <h2>{name}</h2>
          {calls.map(({ line, does, needs, takes }) => (
            <details key={line}>
              <summary>
                <code>{line}</code>
              </summary>
              <p>
                To {does}. {docs.needs}: {needs}.
              </p>
              {takes.length > 0 && (
                <ul>
                  {takes.map(({ key, kind }) => (
                    <li key={key}>
                      <code>{key}</code> {kind}
                    </li>
                  ))}
                </ul>
              )}
            </details>
          ))}
        </section>
      ))}
    </BareFrame>
  );
}
