import { AlertModal } from "../frame/alert-modal";
import { ErrorText } from "../frame/error-text";
import { ConfirmPage } from "../ui/confirm";
import { HtmlField } from "../form/html-field";
import { InfoDialog, InfoPage } from "../ui/info";
import { LONG } from "./show";

const PATH = "/app/spike";
const HTML = `<h2>Heading</h2><p>A <b>word</b> and <a href="${PATH}">a link</a>.</p><ul><li>${LONG}</li></ul>`;
const editor = { name: "html", id: "html", errorId: "html-error", descriptionId: "html-hint", defaultValue: HTML };

/** Widgets that fill the whole page, by the name in the address (`?show=`). */
export const standalone = {
  "alert-text": <AlertModal text={`Read this.\n${LONG}`} action={PATH} />,
  "alert-html": <AlertModal html={HTML} action={PATH} />,
  confirm: (
    <ConfirmPage
      heading="Are you sure? It ends."
      html={HTML}
      action={PATH}
      fields={[["ids", 1]]}
      cancel={PATH}
      reason
    />
  ),
  "confirm-without-cancel": <ConfirmPage heading="Are you sure?" action={PATH} fields={[["ids", 1]]} />,
  info: <InfoPage text="This cannot be done." back={PATH} />,
  "info-dialog": <InfoDialog text={`This cannot be done.\n${LONG}`} />,
  editor: <HtmlField field={editor} label="Formatted text" />,
  "error-403": <ErrorText status={403} />,
  "error-404": <ErrorText status={404} />,
  "error-500": <ErrorText status={500} incident="4ee19007-3bea-4f7f-8a9f-cd40754e4565" />,
  "error-503": <ErrorText status={503} kept={{ name: "anna" }} />,
} as const;

export const isStandalone = (name: unknown): name is keyof typeof standalone =>
  typeof name === "string" && Object.hasOwn(standalone, name);

/** Whether the widget has its own heading. The others appear below the page's heading. */
export const ownsHeading = (name: keyof typeof standalone): boolean => /^(confirm|error|info$)/.test(name);
