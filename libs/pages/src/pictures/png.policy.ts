const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and checksum of a chunk, around its data. */
const CHUNK_FRAME = 12;

/** Whether a PNG has several frames: the chunk `acTL` stands before the first data of its picture. */
export function isAnimatedPng(file: Buffer): boolean {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  for (
    let at = SIGNATURE.length;
    at + CHUNK_FRAME <= file.length;
    at += CHUNK_FRAME + file.readUInt32BE(at)
  ) {
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}
