import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { BareFrame } from "~/components/frame/bare-frame";
import { CodePlate } from "~/components/docs/code-plate";
import { ReaderNav } from "~/components/docs/reader-nav";
import { RefusalsSection } from "~/components/docs/refusals-section";
import { WebhooksSection } from "~/components/docs/webhooks-section";
import { pageTitle } from "~/components/frame/page-title";
import { webhooks } from "~/gate.server";
import { listModules } from "~/http/calls/call-docs.server";
import { refusalCodes } from "~/http/document/responses.server";
import { requireReader } from "~/http/calls/docs-reader.server";
import { queryOf, readerOf } from "~/components/docs/readers";
import type { loader as rootLoader } from "~/root";
import { docs } from "~/components/docs/texts";

export async function loader(args: LoaderFunctionArgs) {
  await requireReader(args);
  const reader = readerOf(args.request);
  return { reader, modules: listModules(reader.role), events: webhooks.WEBHOOK_EVENTS, codes: refusalCodes };
}
export const meta = pageTitle(docs.heading);

/** The first page of the API documentation: how to begin, and all calls by module. */
export default function Docs() {
  const { reader, modules, events, codes } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const query = queryOf(reader);
  return (
    <BareFrame brand={root?.brand} isWide>
      <h1>{docs.heading}</h1>
      <p>{docs.intro}</p>
      <CodePlate>{docs.begin}</CodePlate>
      <p>{docs.conventions}</p>
      <p>
        <a href="/api/openapi.json">openapi.json</a> · <a href="/api/postman.json">{docs.postman}</a>
      </p>
      <ReaderNav path="/api/docs" reader={reader} />
      {modules.map(({ name, title, description, calls }) => (
        <section className="card" key={name}>
          <h2>
            <a href={`/api/docs/${name}${query}`}>{title}</a>
          </h2>
          <p>{description}</p>
          <ul className="calls">
            {calls.map(({ line, anchor }) => (
              <li key={line}>
                <a href={`/api/docs/${name}${query}#${anchor}`}>
                  <code>{line}</code>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <RefusalsSection codes={codes} />
      <WebhooksSection events={events} />
    </BareFrame>
  );
}
