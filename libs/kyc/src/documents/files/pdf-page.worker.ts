import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { ownThread } from '@app/kernel';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PdfFault, PdfMessage, PdfTask } from './pdf-messages';

/** Draws the pages of one PDF in a thread of its own, with pdfium compiled to WebAssembly and without its scripts. */

const POINTS_PER_INCH = 72;
const port = parentPort!;
const task = workerData as PdfTask;

class Refused extends Error {
  constructor(readonly fault: PdfFault) {
    super(fault);
  }
}

/** The part of the global object that is used here; it is in no type library of Node. */
declare const WebAssembly: {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
};

/** Instantiates pdfium so that its memory cannot grow beyond the limit of the task. */
function instantiateWasm(
  imports: { env: Record<string, (size: number) => unknown> },
  done: (instance: object) => void,
): object {
  const { env } = imports;
  const grow = env.emscripten_resize_heap!;
  env.emscripten_resize_heap = (size) => (size >>> 0 > task.maxMemory ? 0 : grow(size));
  const code = readFileSync(require.resolve('@hyzyla/pdfium/pdfium.wasm'));
  const instance = new WebAssembly.Instance(new WebAssembly.Module(code), imports);
  done(instance);
  return instance.exports;
}

async function draw(): Promise<void> {
  send({ kind: 'start', thread: ownThread() });
  const library = await PDFiumLibrary.init({ instantiateWasm });
  const document = await library.loadDocument(task.file).catch((error: Error) => {
    throw new Refused(error.message.startsWith('Password') ? 'password' : 'damaged');
  });
  const count = document.getPageCount();
  if (count < 1) throw new Refused('damaged');
  if (count > task.maxPages) throw new Refused('too-many-pages');
  for (let index = 0; index < count; index++) {
    const page = document.getPage(index);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = task.resolution / POINTS_PER_INCH;
    const width = Math.ceil(originalWidth * scale);
    const height = Math.ceil(originalHeight * scale);
    if (!(width >= 1 && height >= 1)) throw new Refused('damaged');
    if (width * height > task.maxPagePixels) throw new Refused('page-too-large');
    const drawn = await page.render({ scale, render: 'bitmap', colorSpace: 'BGRA', renderFormFields: false });
    // A copy outside the memory of pdfium, which leaves this thread. The library has put red before blue already.
    const pixels = drawn.data;
    send({ kind: 'page', width: drawn.width, height: drawn.height, pixels }, [pixels.buffer as ArrayBuffer]);
    // One page is in memory at a time.
    await once(port, 'message');
  }
  send({ kind: 'end' });
}

function send(message: PdfMessage, transferred: ArrayBuffer[] = []): void {
  port.postMessage(message, transferred);
}

draw().catch((error: unknown) =>
  send({ kind: 'fault', fault: error instanceof Refused ? error.fault : 'damaged' }),
);
