import { fileTypeOf } from './file-type.policy';

describe('The type of a file', () => {
  it.each([
    ['jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['png', Buffer.from('\x89PNG\r\n\x1a\n...', 'latin1')],
    ['pdf', Buffer.from('%PDF-1.7')],
  ])('is %s by its first bytes', (type, file) => expect(fileTypeOf(file)).toBe(type));

  it.each([
    ['empty', ''],
    ['cut', '%PDF'],
    ['GIF', 'GIF89a'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['WebP', 'RIFF\0\0\0\0WEBP'],
    ['PDF after other bytes', '\n%PDF-1.7'],
    ['HTML', '<html>%PDF-1.7'],
  ])('is unknown of a file that is %s', (_, file) =>
    expect(fileTypeOf(Buffer.from(file, 'latin1'))).toBeNull(),
  );
});
