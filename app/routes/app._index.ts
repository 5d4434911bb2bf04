export { startLoader as loader } from "~/http/start.server";
