export { startLoader as loader } from "~/http/saved-views.server";
