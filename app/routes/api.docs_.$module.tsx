import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { CallSection } from "~/components/docs/call-section";
import { CodePlate } from "~/components/docs/code-plate";
import { ReaderNav } from "~/components/docs/reader-nav";
import { FieldList } from "~/components/docs/field-list";
import { BareFrame } from "~/components/frame/bare-frame";
import { pageTitle } from "~/components/frame/page-title";
import { areas, notFound } from "~/gate.server";
import { documentModule } from "~/http/calls/call-docs.server";
import { requireReader } from "~/http/calls/docs-reader.server";
import { BEGINNINGS } from "~/components/docs/code-samples";
import { isModule } from "~/http/document/modules";
import { queryOf, readerOf } from "~/components/docs/readers";
import { refusalPage } from "~/http/refusal.server";
import type { loader as rootLoader } from "~/root";
import { docs } from "~/components/docs/texts";

export async function loader(args: LoaderFunctionArgs) {
  const { params, context } = args;
  const { module = "" } = params;
  await requireReader(args);
  if (!isModule(module)) throw refusalPage(notFound(), context.requestId);
  const reader = readerOf(args.request);
  const isArea = areas.some((area) => area === module);
  return { name: module, isArea, reader, ...documentModule(module, reader) };
}
export const meta = pageTitle<typeof loader>(docs.heading, ({ title }) => title);

/** The calls of one module with their fields, answers and refusals. */
export default function ModuleDocs() {
  const { name: module, isArea, reader, title, description, calls, components } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <BareFrame brand={root?.brand} isWide>
      <p className="crumbs">
        <a href={`/api/docs${queryOf(reader)}`}>{docs.heading}</a>
      </p>
      <h1>{title}</h1>
      <p>{description}</p>
      {isArea && (
        <p>
          {docs.area} <code>{module}</code>
        </p>
      )}
      <ReaderNav path={`/api/docs/${module}`} reader={reader} hasCode />
      <CodePlate>{BEGINNINGS[reader.code]}</CodePlate>
      {calls.length === 0 && <p>{docs.noCalls}</p>}
      {calls.map((call) => (
        <CallSection key={call.line} {...call} />
      ))}
      {components.length > 0 && <h2>{docs.records}</h2>}
      {components.map(({ name, description: text, fields }) => (
        <section className="card" key={name} id={name}>
          <h3>{name}</h3>
          <p>{text}</p>
          <FieldList fields={fields} />
        </section>
      ))}
    </BareFrame>
  );
}
