export { openView as loader } from "~/http/saved-views.server";
