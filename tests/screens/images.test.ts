import { expect, test } from "vitest";
import { anAgent, anOffice } from "../world/builders";
import { pageOf } from "../world/page";
import { aPicture } from "../world/pictures";
import { signedIn } from "../world/visitor";
import { aScreenWorld } from "../world/screens";

const MB = 1024 * 1024;

const { server, as } = aScreenWorld({ people: ["man"] }, async () => {
  const office = await anOffice({ username: "man" });
  await anAgent({ username: "ann", office });
});
const manager = as("man");

const form = (bytes: Uint8Array, name = "picture.png", fields: Record<string, string> = {}): FormData => {
  const made = new FormData();
  for (const [key, value] of Object.entries(fields)) made.append(key, value);
  made.append("image", new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "image/png" }), name);
  return made;
};
const send = async (bytes: Uint8Array, name?: string) => {
  const { html } = await manager.get("/app/images");
  return manager.post("/app/images", form(bytes, name, { formId: pageOf(html).value("formId") ?? "" }));
};

test("without scripts, an image is added on a page that returns the line for the text [WIDGET-23]", async () => {
  const sent = await send(await aPicture("png", { width: 40, height: 30 }));
  expect(sent.status).toBe(302);
  const page = await manager.get(sent.headers.get("location") ?? "");
  const code = pageOf(page.html).one('input[value^="<img"]')?.sent;
  expect(code).toMatch(/^<img src="\/images\/[\w-]{24}\.png" alt="" width="40" height="30">$/);
  expect(pageOf(page.html).notice).toBe("Success Operation Complete");
  const source = pageOf(page.html).one("img.sample")?.attr("src") ?? "";
  expect((await fetch(server.url + source)).headers.get("content-type")).toBe("image/png");
});

test("an image is served with its own type only, and cached forever [TRUST-20]", async () => {
  const sent = await send(await aPicture("webp"));
  const name = new URL(sent.headers.get("location") ?? "", server.url).searchParams.get("image");
  const image = await fetch(`${server.url}/images/${name}`);
  expect(Object.fromEntries(image.headers)).toMatchObject({
    "content-type": "image/webp",
    "content-disposition": "inline",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "cross-origin-resource-policy": "same-origin",
    etag: `"${name}"`,
  });
  expect(image.headers.get("set-cookie")).toBeNull();
  const bytes = await image.arrayBuffer();
  expect(Number(image.headers.get("content-length"))).toBe(bytes.byteLength);
  const again = await fetch(`${server.url}/images/${name}`, { headers: { "If-None-Match": `"${name}"` } });
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
  const head = await fetch(`${server.url}/images/${name}`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "image/webp"]);
  for (const other of [`x${name}`, "a.png", "a.svg", "..%2fpackage.json", `${"a".repeat(24)}.gif`, ""]) {
    const answer = await fetch(`${server.url}/images/${other}`, { redirect: "manual" });
    expect([other, [404, 302].includes(answer.status)]).toEqual([other, true]);
    await answer.arrayBuffer();
  }
});

test("an image is refused with a message at its field [ERR-05, TRUST-20]", async () => {
  const none = await send(new Uint8Array(), "");
  expect([none.status, pageOf(none.html).failure]).toEqual([422, "Image: Please choose an image."]);
  const drawing = await send(Buffer.from("<svg onload=alert(1)>"), "x.png");
  expect([drawing.status, pageOf(drawing.html).failure]).toEqual([
    422,
    "Image: Please choose a PNG, JPEG, GIF or WebP image.",
  ]);
  expect(drawing.html).toContain(`href="#form-image"`);
  const large = await send(new Uint8Array(5 * MB + 1));
  expect([large.status, pageOf(large.html).failure]).toEqual([422, "Image: Please choose an image of at most 5 MB."]);
  const huge = await send(new Uint8Array(6 * MB));
  expect([huge.status, huge.html]).toEqual([413, expect.stringContaining("Please send at most")]);
  const broken = await manager.post("/app/images", "no form" as never, {
    "Content-Type": "multipart/form-data; boundary=x",
  });
  expect(broken.status).toBe(400);
});

test("sending a form twice adds one image", async () => {
  const { html } = await manager.get("/app/images");
  const picture = await aPicture("png", { width: 7, noise: true });
  const fields = { formId: pageOf(html).value("formId") ?? "" };
  const places = [];
  for (let i = 0; i < 2; i += 1)
    places.push((await manager.post("/app/images", form(picture, "x", fields))).headers.get("location"));
  expect(places[0]).toMatch(/^\/app\/images\?image=/);
  expect(places[1]).toBe(places[0]);
});

test("agents have neither the page nor the call", async () => {
  const agent = await signedIn(server.url, "ann");
  expect((await agent.get("/app/images")).status).toBe(403);
  expect((await agent.post("/app/images", form(await aPicture("png")))).status).toBe(403);
});

test("a call with a cookie must come from the product's own pages [TRUST-17]", async () => {
  const cookie = [...manager.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const body = form(await aPicture("png"));
  const send = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/api/files/image`, { method: "POST", body, headers: { Cookie: cookie, ...headers } }))
      .status;
  expect(await send({ "Sec-Fetch-Site": "cross-site" })).toBe(403);
  expect(await send({ "Sec-Fetch-Site": "same-origin" })).toBe(201);
});
