import { redirect } from "@remix-run/node";

export const loader = ({ request }: { request: Request }) => redirect(`/app/logs/chat${new URL(request.url).search}`);
