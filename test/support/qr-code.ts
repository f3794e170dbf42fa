/** QR codes of 17 + 4 × version modules, with error correction L, which are one block up to version 5. */
const CODEWORDS = [0, 26, 44, 70, 100, 134];
const CORRECTION = [0, 7, 10, 15, 20, 26];
const LEVEL_L = 1;
const BYTE_MODE = 4;

/** By its number in the format: whether a mask inverts the module in a column and row. */
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Reads the text of a QR code as a scanner does: dark modules by row, without a margin. Throws where one would fail. */
export function textOfQrCode(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length;
  const version = (size - 17) / 4;
  const length = CODEWORDS[version];
  if (!length || modules.some((row) => row.length !== size)) throw new Error(`no QR code of ${size} modules`);
  const format = formatOf(modules);
  if (format >> 3 !== LEVEL_L) throw new Error('another level of error correction');
  const words = codewordsOf(modules, MASKS[format & 7]!, length);
  if (syndromesOf(words, CORRECTION[version]!).some((sum) => sum !== 0)) throw new Error('modules are wrong');
  const bits = words.map((word) => word.toString(2).padStart(8, '0')).join('');
  if (parseInt(bits.slice(0, 4), 2) !== BYTE_MODE) throw new Error('not a text of bytes');
  const bytes = Array.from({ length: parseInt(bits.slice(4, 12), 2) }, (_, at) =>
    parseInt(bits.slice(12 + 8 * at, 20 + 8 * at), 2),
  );
  return Buffer.from(bytes).toString('utf8');
}

/** The dark modules of an SVG that draws each as a square of ten units, and the light modules around them. */
export function modulesOfSvg(svg: string): { modules: boolean[][]; margin: number } {
  const places = [...svg.matchAll(/M(\d+),(\d+)h10v10h-10z/g)].map(
    ([, x, y]) => [+x! / 10, +y! / 10] as const,
  );
  const dark = new Set(places.map(([x, y]) => `${x} ${y}`));
  const margin = Math.min(...places.map(([x]) => x));
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)![1]) / 10 - 2 * margin;
  const side = Array.from({ length: size }, (_, at) => at + margin);
  return { modules: side.map((y) => side.map((x) => dark.has(`${x} ${y}`))), margin };
}

/** Level and mask, from the bits around the upper left square. */
function formatOf(modules: readonly (readonly boolean[])[]): number {
  const places = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((y) => [8, y] as const),
    ...[7, 5, 4, 3, 2, 1, 0].map((x) => [x, 8] as const),
  ];
  const bits = places.reduce((sum, [x, y], bit) => sum | (Number(modules[y]![x]) << bit), 0);
  return (bits ^ 0x5412) >> 10;
}

/** Whether a module belongs to the squares, the lines between them, or the format. */
function isFixed(x: number, y: number, size: number): boolean {
  const inCorner = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8);
  const isAligning = size > 21 && Math.abs(x - (size - 7)) <= 2 && Math.abs(y - (size - 7)) <= 2;
  return inCorner || isAligning || x === 6 || y === 6;
}

/** The bytes in the order of the standard: pairs of columns from the right, upwards and downwards in turns. */
function codewordsOf(
  modules: readonly (readonly boolean[])[],
  isInverted: (x: number, y: number) => boolean,
  length: number,
): number[] {
  const size = modules.length;
  const rows = Array.from({ length: size }, (_, y) => y);
  const bits: number[] = [];
  let isUp = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (const y of isUp ? [...rows].reverse() : rows)
      for (const x of [right, right - 1])
        if (!isFixed(x, y, size)) bits.push(Number(modules[y]![x]! !== isInverted(x, y)));
    isUp = !isUp;
  }
  return Array.from({ length }, (_, at) => parseInt(bits.slice(8 * at, 8 * at + 8).join(''), 2));
}

/** The values of the polynomial of the bytes at powers of 2 in the field of QR codes: zero without an error. */
function syndromesOf(words: readonly number[], count: number): number[] {
  const times = (a: number, b: number) => {
    let product = 0;
    for (let bit = 7; bit >= 0; bit--) {
      product = (product << 1) ^ ((product >> 7) * 0x11d);
      if ((b >> bit) & 1) product ^= a;
    }
    return product;
  };
  let power = 1;
  return Array.from({ length: count }, () => {
    const sum = words.reduce((value, word) => times(value, power) ^ word, 0);
    power = times(power, 2);
    return sum;
  });
}

/** A page as it is printed, a byte of grey per point. */
export interface Picture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Reads the QR code in a picture whose left edge and side are known, wherever it stands on the page. */
export function textInPicture({ data, width, height }: Picture, left: number, side: number): string {
  const isDark = (x: number, y: number) => data[Math.round(y) * width + Math.round(x)]! < 128;
  for (let top = 1; top + side < height; top++) {
    if (!isDark(left + 3, top + 1) || isDark(left + 3, top - 1)) continue;
    for (const size of [25, 29, 33, 37]) {
      const places = Array.from({ length: size }, (_, at) => ((at + 0.5) * side) / size);
      try {
        return textOfQrCode(places.map((y) => places.map((x) => isDark(left + x, top + y))));
      } catch {
        // Another size, or no QR code.
      }
    }
  }
  throw new Error('no QR code in the picture');
}
