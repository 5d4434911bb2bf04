type Props = {
  /** SVG path of the dark modules, in a square of `size` units. */
  path: string;
  size: number;
  label: string;
};

/** A QR code, black on white in dark mode too, because cameras need that contrast. */
export const QrPicture = ({ path, size, label }: Props) => (
  <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
    <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
    <path fill="#000" d={path} />
  </svg>
);
