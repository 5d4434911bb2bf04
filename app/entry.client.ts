/** The only script of every page. Each part finds its own elements, and every page works without it. */
import "./enhance/restored-page";
import "./enhance/live-clock";
import "./enhance/toast-stack";
import "./enhance/poll-badge";
import "./enhance/confirm-submit";
import "./enhance/row-act";
import "./enhance/copy-button";
import "./enhance/passwords";
import "./enhance/select-all";
import "./enhance/page-keys";
import "./enhance/print-page";
import "./enhance/date-hints";
import "./enhance/auto-refresh";
import "./enhance/guarded-form";
import "./enhance/dependent-select";
import "./enhance/filled-from";
import "./enhance/growing-list";
import "./enhance/modal";
import "./enhance/open-figures";
import "./enhance/view-transition";
import { island } from "./enhance/island";

island("x-agents", () => import("./islands/agents"), "click");
island("x-editor", () => import("./islands/editor"), "focusin", "dragenter");
island("x-password", () => import("./islands/password"), "click");
island("x-periods", () => import("./islands/periods"), "focusin");
island("x-chart", () => import("./islands/chart"), "click");
island("x-fees", () => import("./islands/fees"), "seen");
