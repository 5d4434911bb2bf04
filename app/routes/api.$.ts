import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerCall } from "~/http/calls/call.server";

const answer = ({ request, context }: LoaderFunctionArgs | ActionFunctionArgs) =>
  answerCall(request, new URL(request.url).pathname.slice("/api/".length), context);

export const loader = answer;
export const action = answer;
