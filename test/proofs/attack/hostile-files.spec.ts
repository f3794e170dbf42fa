import { randomBytes } from 'node:crypto';
import { PicturesService } from '@app/pages';
import pino from 'pino';
import { PdfPagesService } from '../../../libs/kyc/src/documents/files/pdf-pages.service';
import { blackPng, ENDLESS_PAGE, pdf, picture } from '../../support/identity-files';
import { isLong, report } from '../support/proof';

const MB = 1024 * 1024;
/** By which drawing one file may let the process grow, the program that draws PDFs included. */
const MAX_MB = 256;

type File = () => Buffer | Promise<Buffer>;

/** Files that are refused. Those that take ten seconds are in the long form; `npm test` sends them over HTTP. */
const REFUSED: readonly (readonly [what: string, file: File])[] = [
  ['PNG of 200 megapixels', () => blackPng({ width: 20_000, height: 10_000 })],
  ['PNG of 121 megapixels', () => blackPng({ width: 11_000, height: 11_000 })],
  ['JPEG that is cut', async () => (await picture()).subarray(0, 1500)],
  ['JPEG of noise', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(4 * MB)])],
  ['PDF of noise', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(4 * MB)])],
  ['PDF of 10,000 pages', () => pdf('', { pages: 10_000 })],
  ['PDF of a page of 200 inches', () => pdf('', { size: [14_400, 14_400] })],
  ...(isLong ? [['PDF without end', () => pdf(ENDLESS_PAGE)] as const] : []),
];

const TAKEN: readonly (readonly [what: string, file: File])[] = [
  ['PNG of 40 megapixels', () => blackPng({ width: 8_000, height: 5_000 })],
  ['PDF of 1 page', () => pdf('1 0 0 rg 0 0 595 842 re f')],
  ['PDF of 10 pages', () => pdf('1 0 0 rg 0 0 595 842 re f', { pages: 10 })],
  ['PDF of 10 pages again', () => pdf('1 0 0 rg 0 0 595 842 re f', { pages: 10 })],
];

describe('Hostile files', () => {
  const pictures = new PicturesService();
  const pdfs = new PdfPagesService(pictures, pino({ level: 'silent' }));
  const draw = (file: Buffer): Promise<unknown> =>
    file.subarray(0, 4).toString() === '%PDF' ? pdfs.draw(file) : pictures.redraw(file, 'document');

  /** Draws the file, and prints its size, the time and the memory by which the process grew meanwhile. */
  async function measured(what: string, make: File): Promise<{ outcome: string; grown: number }> {
    const file = await make();
    const before = process.memoryUsage().rss;
    let most = before;
    const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
    const began = performance.now();
    const outcome = await draw(file).then(
      () => 'taken',
      (error: { code?: string }) => String(error.code),
    );
    clearInterval(sampler);
    const grown = Math.round((Math.max(most, process.memoryUsage().rss) - before) / MB);
    const size = Math.round(file.length / 1024);
    const time = Math.round(performance.now() - began);
    report(`attack: ${what}, ${size} kB: ${outcome} after ${time} ms, ${grown} MB more`);
    return { outcome, grown };
  }

  it.each(REFUSED)('%s is refused', async (what, file) => {
    const { outcome, grown } = await measured(what, file);
    expect(outcome).toBe('VALIDATION_ERROR');
    expect(grown).toBeLessThan(MAX_MB);
  });

  it.each(TAKEN)('%s is drawn', async (what, file) => {
    const { outcome, grown } = await measured(what, file);
    expect(outcome).toBe('taken');
    expect(grown).toBeLessThan(MAX_MB);
  });
});
