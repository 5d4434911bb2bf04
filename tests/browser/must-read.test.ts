import type { Page } from "playwright";
import { expect, test } from "vitest";
import { aBrowser } from "../world/browser";
import { aScreenWorld } from "../world/screens";
import { visitorOf } from "./screens";

const { server } = aScreenWorld({ demo: true });

const tops = (page: Page) =>
  page.evaluate(() =>
    ["header.bar", "dialog", "main"].map((selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      const { top = NaN, bottom = NaN, left = NaN, right = NaN } = box ?? {};
      return { selector, top, bottom, left, right };
    }),
  );

// The demo's agent has a Must Read note.
test.each([390, 1280])(
  "without scripts Must Read appears between menu and page at %i px, and Logout can be pressed [WIDGET-17, ALERT-07]",
  async (width) => {
    for (const how of ["no scripts", "light pages"]) {
      const { as } = await visitorOf(server.url, "agent");
      const { page, context } = await aBrowser({
        ...{ as, width },
        baseURL: server.url,
        javaScript: how === "light pages",
      });
      if (how === "light pages") await context.addCookies([{ name: "lite", value: "1", url: server.url }]);
      const opened = await page();
      await opened.goto("/app/home");
      const [bar, box, main] = await tops(opened);
      // The menu is above the page on phones, and beside it on a desk.
      if (width < 1000) expect(box?.top, how).toBeGreaterThanOrEqual(bar?.bottom ?? NaN);
      else expect(box?.left, how).toBeGreaterThanOrEqual(bar?.right ?? NaN);
      expect(main?.top, how).toBeGreaterThanOrEqual(box?.bottom ?? NaN);
      if (width < 1000) await opened.click(".fold summary");
      await opened.getByRole("button", { name: "Logout" }).click({ trial: true });
    }
  },
);
