import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { aPicture } from "../world/pictures";
import type { FuzzRequest, Role } from "./request";
import { MARK } from "./texts";

/** Hostile images and oversized bodies. */

const KB = 1024;
const MB = 1024 * KB;

const crc = (bytes: Buffer): number => {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let i = 0; i < 8; i++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
};
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG that declares the given size but contains little data. */
function declared(width: number, height: number, data: Buffer = Buffer.alloc(100)): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(data)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`;

export async function hostileImages(): Promise<Buffer[]> {
  const [png, jpeg, gif, webp] = await Promise.all(
    (["png", "jpeg", "gif", "webp"] as const).map((kind) => aPicture(kind)),
  );
  const whole = [png!, jpeg!, gif!, webp!];
  return [
    ...whole,
    ...whole.map((image) => image.subarray(0, image.length >> 1)),
    ...whole.map((image) => image.subarray(0, 12)),
    ...whole.map((image) => Buffer.concat([image, Buffer.from(`<script>alert(1)</script><${MARK}>`)])),
    ...whole.map((image) => Buffer.from(image.map((byte, i) => (i > 20 && i % 7 === 0 ? byte ^ 0x55 : byte)))),
    Buffer.concat([Buffer.from("GIF89a/*"), Buffer.from(svg), Buffer.from("*/=1;")]),
    Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from(svg)]),
    Buffer.concat([png!, Buffer.alloc(5 * MB)]),
    ...[declared(50_000, 50_000), declared(2 ** 31 - 1, 1), declared(0, 0), declared(5_001, 5_000)],
    declared(5_000, 5_000, Buffer.alloc(3 * 5_000 * 100)),
    ...[svg, "<html><script>alert(1)</script>", "%PDF-1.4", "MZ", "BM", "", "\0", "II*\0", "P6 99999 99999 255\n"].map(
      (text) => Buffer.from(text, "latin1"),
    ),
    Buffer.from(`<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`),
  ];
}

const upload = (image: Buffer, name: string, type: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--edge\r\nContent-Disposition: form-data; name="image"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    ...[image, Buffer.from("\r\n--edge--\r\n")],
  ]);

const MULTIPART = "multipart/form-data; boundary=edge";
const OWN = { "Sec-Fetch-Site": "same-origin" };

export function images(list: readonly Buffer[]): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(
      fc.constantFrom(...list),
      fc.constantFrom("a.png", "a.svg", "../../a.png", "a.php", `<${MARK}>`, "\u202e.png", ""),
      fc.constantFrom("image/png", "image/svg+xml", "text/html", "x"),
      fc.constantFrom<Role>("chief", "manager", "admin", "agent"),
      fc.nat(11),
    )
    .map(([image, name, type, as, kind]): FuzzRequest => {
      const whole = upload(image, name, type);
      const body = kind === 0 ? whole.subarray(0, whole.length - 12) : whole;
      const [path, by] = kind < 8 ? (["/api/files/image", "bearer"] as const) : (["/app/images", "cookie"] as const);
      const headers = {
        "Content-Type": kind === 1 ? "multipart/form-data" : MULTIPART,
        ...(by === "cookie" ? OWN : {}),
      };
      return { line: `POST ${path}`, as, by, method: "POST", path, headers, body, reads: false };
    });
}

const form = (bytes: number) => Buffer.from(`html=${"%3Cp%3E".repeat(bytes / 9)}`);
const bodies: readonly [path: string, type: string, body: () => Buffer][] = [
  ["/api/news", "application/json", () => Buffer.from(JSON.stringify({ html: "<p>x".repeat(300_000) }))],
  ["/api/news", "application/json", () => Buffer.from(JSON.stringify({ html: "<div>".repeat(200_000) }))],
  ["/api/news", "application/json", () => Buffer.from(JSON.stringify({ html: "<".repeat(1_000_000) }))],
  ["/api/news", "application/json", () => Buffer.from(JSON.stringify({ html: "&".repeat(1_000_000) }))],
  ["/api/news", "application/json", () => Buffer.from(JSON.stringify({ html: '<a href="'.repeat(100_000) }))],
  ["/api/agents/search", "application/json", () => Buffer.alloc(2 * MB, " ")],
  [
    "/api/black-list-ip",
    "application/json",
    () => Buffer.from(JSON.stringify({ ips: Array(60_000).fill("192.0.2.1") })),
  ],
  [
    "/api/black-list-ip/delete-by-value",
    "application/json",
    () => Buffer.from(JSON.stringify({ ips: Array(10_001).fill("x") })),
  ],
  [
    "/api/companies/fees/rehearse",
    "application/json",
    () => Buffer.from(JSON.stringify({ csv: '"\n'.repeat(200_000) })),
  ],
  ["/api/types/1/rehearse", "application/json", () => Buffer.from(JSON.stringify({ csv: "a,".repeat(500_000) }))],
  ["/api/postback", "application/json", () => Buffer.alloc(MB, "x")],
  ["/api/postback", "application/x-www-form-urlencoded", () => Buffer.from("a=1&".repeat(200_000))],
  ["/login", "application/x-www-form-urlencoded", () => form(2 * MB)],
  ["/login", "application/x-www-form-urlencoded", () => form(5 * MB)],
  ["/login", "application/x-www-form-urlencoded", () => Buffer.from("username=1&".repeat(200_000))],
  ["/app/agents", "application/x-www-form-urlencoded", () => Buffer.from("ids=1&".repeat(200_000))],
  [
    "/app/agents",
    "application/x-www-form-urlencoded",
    () => Buffer.from(Array.from({ length: 60_000 }, (_, i) => `k${i}=`).join("&")),
  ],
  [
    "/app/agents",
    "application/x-www-form-urlencoded",
    () => Buffer.from(Array.from({ length: 60_000 }, (_, i) => `a[${i % 1000}].b=`).join("&")),
  ],
  ["/app/images", MULTIPART, () => upload(Buffer.alloc(6 * MB), "a.png", "image/png")],
  [
    "/app/agents",
    MULTIPART,
    () => Buffer.from('--edge\r\nContent-Disposition: form-data; name="ids"\r\n\r\n1\r\n'.repeat(40_000) + "--edge--"),
  ],
];

export const oversized: fc.Arbitrary<FuzzRequest> = fc
  .tuple(fc.constantFrom(...bodies), fc.constantFrom<Role>("chief", "agent", "nobody"))
  .map(([[path, type, body], as]): FuzzRequest => ({
    ...{ line: `POST ${path}, a large body`, as, by: path.startsWith("/api/") ? "bearer" : "cookie" },
    ...{ method: path === "/api/black-list-ip" ? "PUT" : "POST", path, body: body(), reads: false },
    headers: { ...OWN, "Content-Type": type },
  }));
