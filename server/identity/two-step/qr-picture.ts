import { qrCode } from "../../kernel/text/qr-code";

/** A QR code of the text as an SVG data URL. It is black on white in dark mode too. */
export function qrPicture(text: string): string {
  const { path, size } = qrCode(text);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
