import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, it } from "vitest";
import { queryOne, queryRows, execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { uploadedImage, read, upload } from "../../server/uploads";
import { encodeImage, reEncode } from "../../server/uploads/re-encode";
import { ask, refused } from "../reports/ask";
import { anAdmin, anAgent, anOffice } from "../world/builders";
import type { Refusal } from "../../server/kernel/operation/refusal";
import { inRollback } from "../world/database";
import { aGif, aPicture, withOrientation } from "../world/pictures";
import { test } from "../world/rollback";

const MB = 1024 * 1024;
const file = (bytes: Uint8Array | string, name = "picture.png", type = "image/png") =>
  new File([bytes as Uint8Array<ArrayBuffer>], name, { type });
const stored = async (url: string) => ask(read, null, { name: url.replace("/images/", "") });

test("an image of each kind is re-encoded and served as its real type [API-42, TRUST-20, WIDGET-23]", async () => {
  const { actor } = await anOffice();
  for (const [kind, ending] of [
    ["png", "png"],
    ["jpeg", "jpg"],
    ["webp", "webp"],
    ["gif", "gif"],
  ] as const) {
    // Neither its name nor the declared type counts.
    const given = file(await aPicture(kind, { width: 40, height: 30 }), "x.svg", "text/html");
    const { url, width, height } = await ask(upload, actor, { image: given });
    expect([url, width, height]).toEqual([expect.stringMatching(RegExp(`^/images/[\\w-]{24}\\.${ending}$`)), 40, 30]);
    const { bytes, type } = await stored(url);
    expect(type).toBe(`image/${kind}`);
    expect((await sharp(bytes).metadata()).format).toBe(kind);
  }
});

test("accounts that may edit texts can add images; agents and strangers cannot [API-42]", async () => {
  const image = file(await aPicture("png"));
  for (const { actor } of [await anOffice(), await anAdmin()]) {
    expect((await ask(upload, actor, { image })).url).toMatch(/^\/images\//);
  }
  const agent = await anAgent();
  expect(await refused(upload, agent.actor, { image })).toEqual({ status: 403 });
  expect(await refused(uploadedImage, agent.actor)).toEqual({ status: 403 });
  expect(await refused(upload, null, { image })).toEqual({ status: 401 });
});

it(
  "a file that is not a complete image of the four kinds is refused at its field [TRUST-20]",
  () =>
    inRollback(async () => {
      const { actor } = await anOffice();
      const picture = await aPicture("jpeg", { width: 400, height: 300, noise: true });
      const kinds = "Please choose a PNG, JPEG, GIF or WebP image.";
      const damaged = "This image is damaged. Please choose another one.";
      const cases: [string, unknown, string][] = [
        ["nothing", undefined, "Please choose an image."],
        ["a text", "picture.png", "Please choose an image."],
        ["an empty file", file(""), "Please choose an image."],
        [
          "a drawing",
          file(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x()</script></svg>`),
          kinds,
        ],
        ["a page", file("<html><script>x()</script>"), kinds],
        [
          "a TIFF",
          file(
            await sharp(await aPicture("png"))
              .tiff()
              .toBuffer(),
          ),
          kinds,
        ],
        [
          "an AVIF",
          file(
            await sharp(await aPicture("png"))
              .avif()
              .toBuffer(),
          ),
          kinds,
        ],
        ["a document", file("%PDF-1.7\n"), kinds],
        ["a program", file(readFileSync(process.execPath).subarray(0, 4_096)), kinds],
        [
          "a PNG's head before a page",
          file(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from("<script>x()</script>")])),
          damaged,
        ],
        ["a GIF's head before a script", file("GIF89a/*<svg onload=x()>*/=1;x()"), damaged],
        ["a WebP's head alone", file("RIFF\x10\0\0\0WEBPVP8 "), damaged],
        ["half of a photo", file(picture.subarray(0, picture.length / 2)), damaged],
        ["too many bytes", file(new Uint8Array(5 * MB + 1)), "Please choose an image of at most 5 MB."],
        [
          "too many pixels",
          file(await aPicture("png", { width: 5_001, height: 5_000 })),
          "Please choose an image of at most 25 megapixels.",
        ],
        [
          "too many pixels over its frames",
          file(await aGif({ width: 1_000, height: 1_000, frames: 11 })),
          "Please choose an animation of at most 10 megapixels over all of its frames.",
        ],
      ];
      for (const [what, image, message] of cases) {
        expect([what, await refused(upload, actor, { image })]).toEqual([
          what,
          { status: 422, data: { image: [message] } },
        ]);
      }
      expect(await queryOne(sql`SELECT count(*) AS images FROM images`)).toEqual({ images: 0 });
    }),
  300_000,
);

it(
  "an image at the limits is accepted and scaled down to the size of a screen",
  () =>
    inRollback(async () => {
      const { actor } = await anOffice();
      const large = await ask(upload, actor, { image: file(await aPicture("png", { width: 5_000, height: 5_000 })) });
      expect([large.width, large.height]).toEqual([1_600, 1_600]);
      const wide = await ask(upload, actor, { image: file(await aPicture("jpeg", { width: 3_200, height: 100 })) });
      expect([wide.width, wide.height]).toEqual([1_600, 50]);
      expect(await ask(upload, actor, { image: file(await aPicture("webp", { width: 1, height: 1 })) })).toMatchObject({
        ...{ width: 1, height: 1 },
      });
    }),
  300_000,
);

test("metadata and appended bytes are removed, and a rotated photo is turned upright [TRUST-20]", async () => {
  const { actor } = await anOffice();
  const photo = await withOrientation(await aPicture("jpeg", { width: 60, height: 20 }), 6);
  const laden = Buffer.concat([photo, Buffer.from("<script>alert('hidden')</script>PK\x03\x04")]);
  const { url, width, height } = await ask(upload, actor, { image: file(laden) });
  expect([width, height]).toEqual([20, 60]);
  const { bytes } = await stored(url);
  const { exif, orientation } = await sharp(bytes).metadata();
  expect([exif, orientation]).toEqual([undefined, undefined]);
  expect(Buffer.from(bytes).includes("hidden")).toBe(false);
});

test("an animated image stays animated", async () => {
  const { actor } = await anOffice();
  const { url, width, height } = await ask(upload, actor, {
    image: file(await aGif({ width: 30, height: 20, frames: 3 })),
  });
  expect([width, height]).toEqual([30, 20]);
  expect((await sharp((await stored(url)).bytes, { animated: true }).metadata()).pages).toBe(3);
});

test("the same image is stored once, under an unguessable name, with the account that added it", async () => {
  const [office, admin] = [await anOffice(), await anAdmin()];
  const image = file(await aPicture("png", { noise: true }));
  const first = await ask(upload, office.actor, { image });
  expect(await ask(upload, admin.actor, { image })).toEqual(first);
  const other = await ask(upload, office.actor, { image: file(await aPicture("png", { width: 3, noise: true })) });
  expect(other.url).not.toBe(first.url);
  expect(await queryRows(sql`SELECT name, account_id FROM images ORDER BY uploaded_at, name`)).toHaveLength(2);
  const trail = await queryRows(sql`SELECT account_id, record_id FROM audit WHERE record = 'image' ORDER BY id`);
  expect(trail).toEqual([first, other].map(({ url }) => ({ account_id: office.accountId, record_id: url.slice(8) })));
});

test("an account may try a hundred images an hour, also damaged ones, and others are not concerned", async () => {
  const [office, other] = [await anOffice(), await anOffice()];
  for (let tried = 0; tried < 100; tried++)
    expect((await refused(upload, office.actor, { image: file("x") })).status).toBe(422);
  const image = file(await aPicture("png"));
  expect(await refused(upload, office.actor, { image })).toEqual({ status: 429 });
  expect((await ask(upload, other.actor, { image })).url).toBeTruthy();
});

test("an account whose images fill 200 MB adds no more, reads how much is used, and others are not concerned", async () => {
  const [office, other] = [await anOffice(), await anOffice()];
  const store = (number: number, bytes: number) =>
    execute(sql`
      INSERT INTO images (name, type, width, height, bytes, account_id)
      SELECT ${number}::int || '-' || n, 'image/png', 1, 1, convert_to(repeat('x', ${bytes}), 'UTF8'), ${office.accountId}
      FROM generate_series(1, ${number}::int) n`);
  await store(39, 5 * MB);
  await store(1, 5 * MB - 100);
  const small = file(await aPicture("png"));
  const large = file(await aPicture("png", { noise: true, width: 40, height: 40 }));
  const message = "Your images take up 200 of 200 MB. Images that no text shows are deleted after 30 days.";
  expect(await refused(upload, office.actor, { image: large })).toEqual({ status: 422, data: { image: [message] } });
  await execute(sql`UPDATE images SET bytes = bytes || convert_to(repeat('x', 100), 'UTF8') WHERE name = '1-1'`);
  // Not even a damaged one is decoded.
  for (const image of [small, file("x")])
    expect(await refused(upload, office.actor, { image })).toEqual({ status: 422, data: { image: [message] } });
  expect((await ask(upload, other.actor, { image: large })).url).toBeTruthy();
  await execute(sql`DELETE FROM images WHERE name = '39-1'`);
  expect((await ask(upload, office.actor, { image: small })).url).toBeTruthy();
});

it("at most five images of an account wait, and twenty in all; further ones are 429 at once", async () => {
  const picture = new Uint8Array(await aPicture("png"));
  const outcome = (made: Promise<unknown>) =>
    made.then(
      () => "added",
      ({ status, message, retryAfter }: Refusal) => [status, retryAfter, message],
    );
  const of = (account: number, count: number) =>
    Array.from({ length: count }, () => outcome(reEncode(picture, account)));
  const own = [429, 10, "5 of your images are waiting already. Please try again in 10 seconds."];
  const all = [429, 10, "The server is busy with other images. Please try again in 10 seconds."];
  expect(await Promise.all(of(1, 8))).toEqual([...Array<string>(6).fill("added"), own, own]);
  const accounts = [1, 2, 3, 4].flatMap((account) => of(account, 5));
  const [last, over] = [of(5, 1), of(6, 2)];
  expect(await Promise.all([...accounts, ...last])).toEqual(Array<string>(21).fill("added"));
  expect(await Promise.all(over)).toEqual([all, all]);
});

it("encoding ends after its time, with the reason", async () => {
  const noise = new Uint8Array(await aGif({ width: 1_000, height: 1_000, frames: 8, noise: true }));
  const message = "This image takes too long to process. Please choose a smaller one.";
  await expect(encodeImage(noise, 1)).rejects.toMatchObject({ status: 422, data: { image: [message] } });
});

it("images of an account do not wait behind all those of another one", async () => {
  const picture = new Uint8Array(await aPicture("png"));
  const added: number[] = [];
  const add = (account: number) => reEncode(picture, account).then(() => added.push(account));
  await Promise.all([1, 1, 1, 1, 1, 2].map(add));
  expect(added.indexOf(2)).toBeLessThan(3);
});

it("images are re-encoded one at a time, to limit memory; a damaged one does not block the others", async () => {
  const picture = new Uint8Array(await aPicture("png", { width: 400, height: 400, noise: true }));
  const damaged = picture.slice(0, picture.length / 2);
  let settled = false;
  const all = Promise.allSettled(
    [damaged, picture, picture, picture].map((each, account) => reEncode(each, account)),
  ).finally(() => (settled = true));
  let most = 0;
  while (!settled) {
    const { queue, process: drawing } = sharp.counters();
    // Not their sum: a thread that takes the task from the queue in between would count twice.
    most = Math.max(most, queue, drawing);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await all).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
  expect(most).toBe(1);
});

test("an unknown name is 404, whatever its form", async () => {
  for (const name of ["", "x.png", `${"a".repeat(24)}.png`, `${"a".repeat(24)}.svg`, "../../etc/passwd", "a\0.png"]) {
    expect([name, await refused(read, null, { name })]).toEqual([name, { status: 404 }]);
  }
  const { actor } = await anOffice();
  for (const image of [undefined, "x.png", "a\0"])
    expect(await ask(uploadedImage, actor, { image })).toEqual({ image: null });
});
