interface Props {
  /** A picture that the server has drawn. */
  svg: string;
  name: string;
}

/** A QR code. A picture runs no scripts, whatever it contains. */
export function QrCode({ svg, name }: Props) {
  return <img class="qr" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={name} />;
}
