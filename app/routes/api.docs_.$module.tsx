import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { CallSection } from "~/components/docs/call-section";
import { FieldList } from "~/components/docs/field-list";
import { BareFrame } from "~/components/frame/bare-frame";
import { pageTitle } from "~/components/frame/page-title";
import { notFound } from "~/gate.server";
import { documentModule } from "~/http/calls/call-docs.server";
import { requireReader } from "~/http/calls/docs-reader.server";
import { isModule } from "~/http/document/modules";
import { refusalPage } from "~/http/refusal.server";
import type { loader as rootLoader } from "~/root";
import { docs } from "~/texts";

export async function loader(args: LoaderFunctionArgs) {
  const { params, context } = args;
  const { module = "" } = params;
  await requireReader(args);
  if (!isModule(module)) throw refusalPage(notFound(), context.requestId);
  return documentModule(module);
}
export const meta = pageTitle<typeof loader>(docs.heading, ({ title }) => title);

/** The calls of one module with their fields, answers and refusals. */
export default function ModuleDocs() {
  const { title, description, calls, components } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <BareFrame brand={root?.brand} isWide>
      <p className="crumbs">
        <a href="/api/docs">{docs.heading}</a>
      </p>
      <h1>{title}</h1>
      <p>{description}</p>
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
