export type FileType = 'jpeg' | 'png' | 'pdf';

const SIGNATURES: readonly (readonly [FileType, Buffer])[] = [
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['pdf', Buffer.from('%PDF-', 'latin1')],
];

/** The type by the first bytes of a file; null for others. Names and declared types are not read. */
export function fileTypeOf(file: Buffer): FileType | null {
  const found = SIGNATURES.find(([, signature]) => file.subarray(0, signature.length).equals(signature));
  return found?.[0] ?? null;
}
