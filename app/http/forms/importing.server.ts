import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { z } from "zod";
import { type AnyOperation, invalid, perform, Refusal, type DryRun, withTextInput } from "~/gate.server";
import { requireActing } from "../account.server";
import { fromOf } from "../from.server";
import { postedForm } from "./posted.server";
import { isFormRefusal, refusalPage } from "../refusal.server";
import type { Values } from "../screen.server";
import { refusedForm } from "./refused.server";
import { submit } from "./submit.server";

/** The result of the dry run and the file's text, which the page sends back to apply the import. */
export type DryRunResult = { rehearsal: DryRun; csv: string };

type Options = {
  /** The list to return to. */
  to: string | ((params: ActionFunctionArgs["params"]) => string);
  notice: (values: Values, answer: never) => readonly [heading: string, body: string];
};

/**
 * An action that imports files in two steps. The upload form (multipart) is answered with a dry run: the effect of each
 * row. The form next to that result sends the same text without a file and applies it.
 */
export function importAction(
  { rehearse: dryRun, apply }: { rehearse: AnyOperation<z.ZodType<DryRun>>; apply: AnyOperation },
  { to, notice }: Options,
) {
  return async (args: ActionFunctionArgs) => {
    const { request, params, context } = args;
    if (!/^multipart\//i.test(request.headers.get("Content-Type") ?? "")) {
      return submit({ apply }, { to: typeof to === "string" ? to : () => to(params), notice })(args);
    }
    try {
      const form = await postedForm(request, context);
      const me = await requireActing({ request, context }, "form", Object.fromEntries(form));
      try {
        const csv = await textOf(form.get("file"));
        const result = await perform(withTextInput(dryRun), me, { ...params, csv }, fromOf(request, context, "form"));
        return data<DryRunResult>({ rehearsal: result, csv });
      } catch (error) {
        if (isFormRefusal(error)) return refusedForm(error, {}, "rehearse");
        throw error;
      }
    } catch (error) {
      throw refusalPage(error, context.requestId);
    }
  };
}

async function textOf(file: FormDataEntryValue | null): Promise<string> {
  if (!(file instanceof Blob)) return "";
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalid({ csv: ["Please save the file as UTF-8 text."] });
  }
}
