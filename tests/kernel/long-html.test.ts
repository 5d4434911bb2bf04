import { expect, test } from "vitest";
import { displayHtml, Html } from "../../server/kernel/operation/html";
import { cleanAside, cleanInThread, MAX_INLINE } from "../../server/kernel/process/clean-html";
import { cleanHtml, Uncleanable } from "../../server/kernel/text/html";

const MB = 1024 * 1024;
const filled = (part: string, characters = MAX_INLINE + 1) => part.repeat(Math.ceil(characters / part.length));
/** The value of a promise that is settled already. */
const atOnce = <T>(promise: Promise<T>) =>
  Promise.race([promise, new Promise<undefined>((later) => setImmediate(later, undefined))]);

test("a long text is cleaned while the process does other things", async () => {
  const html = filled("<p>a", MB / 2);
  let isOver = false;
  let turns = 0;
  const clean = cleanAside(html).finally(() => (isOver = true));
  while (!isOver) {
    await new Promise(setImmediate);
    turns += 1;
  }
  expect(turns).toBeGreaterThan(100);
  expect(await clean).toBe(cleanHtml(html));
});

test("a long text that nests too deeply or takes too long is refused with the reason, and the next one is cleaned", async () => {
  const deep = "Please nest fewer elements.";
  await expect(cleanAside(filled("<div>"))).rejects.toThrow(new Uncleanable(deep));
  const slow = "This text takes too long to check. Please use fewer tags.";
  await expect(cleanInThread(filled("<p>", MB), 1)).rejects.toThrow(new Uncleanable(slow));
  const { error } = await Html.safeParseAsync(filled("<div>"));
  expect(error?.issues.map(({ message }) => message)).toEqual([deep]);
  expect(await cleanAside(filled("a"))).toBe(filled("a"));
});

test("five long texts wait to be saved, a further one is 429, and one to show waits in any case", async () => {
  const text = (number: number) => number + filled("a");
  const saved = Promise.allSettled([1, 2, 3, 4, 5, 6].map((number) => Html.parseAsync(text(number))));
  await expect(Html.parseAsync(text(7))).rejects.toMatchObject({
    ...{ status: 429, code: "TOO_MANY_REQUESTS", retryAfter: 10 },
    message: "The server is busy with other texts. Please try again in 10 seconds.",
  });
  expect(await displayHtml(text(8))).toBe(text(8));
  await saved;
});

test("a text that many pages show at once is cleaned once, and one that was just saved is not cleaned again", async () => {
  const shown = filled("<p>shown");
  expect(displayHtml(shown)).toBe(displayHtml(shown));
  expect(await displayHtml(shown)).toBe(cleanHtml(shown));
  expect(await atOnce(displayHtml(shown))).toBe(cleanHtml(shown));
  const saved = await Html.parseAsync(filled("<p>saved"));
  expect(await atOnce(displayHtml(saved))).toBe(saved);
  expect(await atOnce(Html.parseAsync(saved))).toBe(saved);
});
