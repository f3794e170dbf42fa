import { randomBytes } from 'node:crypto';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture that no other call makes, as JPEG. */
export function picture({ width = 900, height = 700 } = {}): Promise<Buffer> {
  const [r, g, b] = [...randomBytes(3)] as [number, number, number];
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();
}

/** A picture whose EXIF data holds this text and a place. */
export function pictureWithExif(text: string): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 640, channels: 3, background: '#246' } })
    .withExif({
      IFD0: { ImageDescription: text, Artist: text },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1', GPSMapDatum: text },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

interface PngHeader {
  width: number;
  height: number;
}

/** A logo with transparent corners, as PNG: a disc in one colour. */
export function logo({ width = 480, height = 160, color = '#0f766e' } = {}): Promise<Buffer> {
  const [radius, red, green, blue] = [
    Math.min(width, height) / 2,
    ...[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)),
  ] as [number, number, number, number];
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (Math.hypot(x - radius, y - radius) < radius)
        pixels.set([red, green, blue, 255], (y * width + x) * 4);
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

/** A logo whose drawing has nearly 6,000 bytes: noise in eight colours above a plain area. */
export function detailedLogo(): Promise<Buffer> {
  const [width, height] = [240, 80];
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let i = 0; i < width * height * 0.48; i++) {
    const bits = randomBytes(1)[0]!;
    pixels.set(
      [1, 2, 4].map((bit) => (bits & bit ? 200 : 30)),
      i * 4,
    );
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

/** A PNG with two frames: the chunk `acTL` before its data. */
export function animated(png: Buffer): Buffer {
  const frames = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]);
  // The header of a PNG takes 33 bytes, its signature included.
  return Buffer.concat([png.subarray(0, 33), chunk('acTL', frames), png.subarray(33)]);
}

/** A gray PNG of this size, all of it black: 200 megapixels take about 200 kB. */
export async function blackPng({ width, height }: PngHeader): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const parts: Buffer[] = [];
  const deflate = createDeflate({ level: 1 }).on('data', (part: Buffer) => parts.push(part));
  const line = Buffer.alloc(width + 1);
  for (let row = 0; row < height; row++)
    if (!deflate.write(line)) await new Promise((resolve) => deflate.once('drain', resolve));
  await new Promise((resolve) => deflate.on('end', resolve).end());
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const content = [
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(parts)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...content]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

interface PdfOptions {
  pages?: number;
  /** Points. */
  size?: readonly [width: number, height: number];
  isEncrypted?: boolean;
}

const ENCRYPTION = `/Encrypt<</Filter/Standard/V 1/R 2/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>/P -4>>/ID[<00><00>]`;

/** A PDF whose pages all draw `content`, compressed. */
export function pdf(
  content: string | Buffer,
  { pages = 1, size = [595, 842], isEncrypted = false }: PdfOptions = {},
): Buffer {
  const stream = deflateSync(content);
  const ids = Array.from({ length: pages }, (_, index) => index + 4);
  const objects = new Map<number, Buffer>([
    [1, Buffer.from('<</Type/Catalog/Pages 2 0 R>>')],
    [2, Buffer.from(`<</Type/Pages/Count ${pages}/Kids[${ids.map((id) => `${id} 0 R`).join(' ')}]>>`)],
    [
      3,
      Buffer.concat([
        Buffer.from(`<</Length ${stream.length}/Filter/FlateDecode>>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
    ],
    ...ids.map((id): [number, Buffer] => [
      id,
      Buffer.from(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.join(' ')}]/Contents 3 0 R/Resources<<>>>>`),
    ]),
  ]);
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  const end = () => parts.reduce((sum, { length }) => sum + length, 0);
  for (const [id, object] of objects) {
    offsets.push(end());
    parts.push(Buffer.from(`${id} 0 obj\n`), object, Buffer.from('\nendobj\n'));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer<</Size ${objects.size + 1}/Root 1 0 R${isEncrypted ? ENCRYPTION : ''}>>`;
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.size + 1}\n0000000000 65535 f \n${table}${trailer}\nstartxref\n${end()}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}

/** A page with so fine a dash that it is never drawn to its end. */
export const ENDLESS_PAGE = `[0.00001 0.00001] 0 d 0.1 w ${'0 0 m 595 842 l S\n'.repeat(5000)}`;
