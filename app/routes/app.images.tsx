import { useActionData, useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { pageTitle } from "~/components/frame/page-title";
import { CopyField } from "~/components/ui/copy-field";
import { FileInput } from "~/components/form/file-input";
import { Form, usePostForm } from "~/components/form/form";
import { uploads } from "~/gate.server";
import { screen } from "~/http/screen.server";
import { submit } from "~/http/forms/submit.server";
import { images as texts, notices } from "~/texts";

export const loader = screen({ added: uploads.uploadedImage });
export const action = submit(uploads.upload, {
  to: ({ url }: { url: string }) => `/app/images?image=${url.split("/").at(-1)}`,
  notice: notices.done,
});
export const meta = pageTitle(texts.heading);

/** Uploads an image for a text written as HTML, for people who do not use the editor. */
export default function AddImage() {
  const { added, formId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const [form, fields] = usePostForm<{ image: string }>({ refused, constraint: { image: { required: true } } });
  const { image } = added;
  return (
    <>
      <ScreenHead title={texts.heading} />
      {image && !refused && (
        <section className="stack form">
          <h2>{texts.added}</h2>
          <p>{texts.next}</p>
          <CopyField
            id="code"
            label={texts.code}
            value={`<img src="${image.url}" alt="" width="${image.width}" height="${image.height}">`}
          />
          <p>
            <img className="sample" src={image.url} alt={texts.sample} width={image.width} height={image.height} />
          </p>
        </section>
      )}
      <Form form={form} formId={formId} submit={texts.send} files>
        <FileInput field={fields.image} label={texts.image} hint={texts.hint} accept={texts.accept} />
      </Form>
    </>
  );
}
