/**
 * Proof of work in place of the captcha, as `server/identity/captcha/proof.ts` checks it. This file is both the part of the
 * page and, opened again as a worker, the search: so a browser loads one file. It must not import anything.
 */

type Task = { challenge: string; bits: number };

const CHALLENGE_LENGTH = 40;

/** Searches in the background. Once it is done, the captcha makes room for a line of the same height. */
export function mount(element: HTMLElement): () => void {
  const place = element.querySelector<HTMLElement>(".proof");
  if (!place) return () => undefined;
  const field = (name: string) => place.querySelector<HTMLInputElement>(`[name=${name}]`);
  const [check, typed, proof] = ["captchaCheck", "captchaString", "captchaProof"].map(field);
  const worker = new Worker(import.meta.url, { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<string>) => {
    if (!typed || !proof) return;
    proof.value = data;
    typed.required = false;
    // A person who is typing keeps the field: their next key must not be lost.
    if (!typed.value && document.activeElement !== typed) place.dataset.proven = "";
    // Makes the form validate again.
    element.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const task: Task = { challenge: check?.value.slice(-CHALLENGE_LENGTH) ?? "", bits: Number(place.dataset.bits) };
  worker.postMessage(task);
  return () => worker.terminate();
}

if ("WorkerGlobalScope" in globalThis) onmessage = ({ data }: MessageEvent<Task>) => postMessage(search(data));

/** The first number, as eight hex digits, with which the SHA-256 of the challenge begins with so many zero bits. */
export function search({ challenge, bits }: Task): string {
  const { k, h } = constants();
  const w = new Int32Array(64);
  for (let i = 0; i < CHALLENGE_LENGTH; i++) w[i >> 2] = ((w[i >> 2] ?? 0) << 8) | challenge.charCodeAt(i);
  // The end of a message of 48 bytes.
  w[12] = 1 << 31;
  w[15] = 48 * 8;
  for (let number = 0; ; number++) {
    w[10] = hexDigits(number >>> 16);
    w[11] = hexDigits(number & 0xffff);
    if (Math.clz32(firstWord(w, k, h)) >= bits) return number.toString(16).padStart(8, "0");
  }
}

/** The characters of four hex digits as one word. */
function hexDigits(number: number): number {
  let word = 0;
  for (let shift = 12; shift >= 0; shift -= 4) {
    const digit = (number >> shift) & 15;
    word = (word << 8) | (digit + (digit > 9 ? 87 : 48));
  }
  return word;
}

/* eslint-disable @typescript-eslint/no-non-null-assertion -- every index is within its array, and a check costs bytes and time */
/** The first 32 bits of the SHA-256 of one block. */
function firstWord(w: Int32Array, k: Int32Array, start: Int32Array): number {
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    w[i] = w[i - 16]! + s0 + w[i - 7]! + (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10));
  }
  // Taken one by one: an iterator for every hash takes as long as the hash.
  let a = start[0]!;
  let b = start[1]!;
  let c = start[2]!;
  let d = start[3]!;
  let e = start[4]!;
  let f = start[5]!;
  let g = start[6]!;
  let h = start[7]!;
  for (let i = 0; i < 64; i++) {
    const t1 = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + k[i]! + w[i]!) | 0;
    const t2 = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return a + start[0]!;
}
/* eslint-enable @typescript-eslint/no-non-null-assertion */

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The fractions of the roots of the first primes: shorter than the numbers. */
function constants(): { k: Int32Array; h: Int32Array } {
  const [k, h] = [new Int32Array(64), new Int32Array(8)];
  const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
  for (let prime = 2, count = 0; count < 64; prime++) {
    let divisor = 2;
    while (prime % divisor) divisor++;
    if (divisor < prime) continue;
    if (count < 8) h[count] = fraction(Math.sqrt(prime));
    k[count++] = fraction(Math.cbrt(prime));
  }
  return { k, h };
}
