import { useLoaderData } from "@remix-run/react";
import { ScreenHead } from "~/components/frame/screen-head";
import { titled } from "~/components/frame/titled";
import { screen } from "~/http/screen.server";

export const loader = screen({});
export const meta = titled("Home");

export default function Home() {
  const { zone } = useLoaderData<typeof loader>();
  return <ScreenHead title="Home" zone={zone} />;
}
