export { openView as loader } from "~/http/start.server";
