import path from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@app/http';
import { type ThreadLimits, watchThread } from '@app/kernel';
import { type Picture, PicturesService, tooLarge, undrawable } from '@app/pages';
import type { Logger } from 'pino';
import { FIELD, passwordProtected, tooManyPages } from '../document.errors';
import type { PdfFault, PdfMessage, PdfTask } from './pdf-messages';

const LIMITS = {
  maxPages: 10,
  maxPagePixels: 10_000_000,
  resolution: 150,
  maxMemory: 384 * 1024 * 1024,
} satisfies Omit<PdfTask, 'file'>;
/** Bytes of all pages of a document together. */
const MAX_DRAWN_BYTES = 24 * 1024 * 1024;
/** How long a stopped worker may take to end. */
const GRACE_MS = 3_000;

/** Draws PDFs in a worker thread that is ended when it uses a processor for too long. */
@Injectable()
export class PdfPagesService {
  private readonly limits: ThreadLimits = { processorMs: 10_000, clockMs: 60_000 };

  constructor(
    private readonly pictures: PicturesService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Throws VALIDATION_ERROR for a password, too many or too large pages, and files that cannot be drawn in time. */
  async draw(file: Buffer): Promise<Picture[]> {
    const task: PdfTask = { ...LIMITS, file: Uint8Array.from(file) };
    const worker = new Worker(path.join(__dirname, 'pdf-page.worker.js'), {
      workerData: task,
      transferList: [task.file.buffer as ArrayBuffer],
      env: {},
      // The library writes its faults there.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    try {
      return await this.pagesOf(worker);
    } finally {
      await this.end(worker);
    }
  }

  private pagesOf(worker: Worker): Promise<Picture[]> {
    return new Promise((resolve, reject) => {
      const pages: Picture[] = [];
      let length = 0;
      let thread: string | null = null;
      const endWatch = watchThread(
        () => thread,
        this.limits,
        () => settle(() => reject(undrawable(FIELD))),
      );
      const settle = (end: () => void) => {
        endWatch();
        end();
      };
      const take = async (message: PdfMessage): Promise<void> => {
        if (message.kind === 'start') return void (thread = message.thread);
        if (message.kind === 'end') return settle(() => resolve(pages));
        if (message.kind === 'fault') return settle(() => reject(refusalOf(message.fault)));
        const page = await this.pictures.encode(message, FIELD).finally(() => release(message.pixels));
        length += page.jpeg.length;
        if (length > MAX_DRAWN_BYTES) throw tooLarge(FIELD, 'its pages need too much room');
        pages.push(page);
        worker.postMessage('next');
      };
      worker.on('message', (message: PdfMessage) => {
        take(message).catch((error: Error) => settle(() => reject(error)));
      });
      // Out of memory, for instance.
      worker.on('error', () => settle(() => reject(undrawable(FIELD))));
      worker.on('exit', () => settle(() => reject(undrawable(FIELD))));
    });
  }

  private async end(worker: Worker): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), GRACE_MS);
    });
    const ended = await Promise.race([worker.terminate(), grace]);
    clearTimeout(timer);
    if (ended === 'late') this.log.error('a worker that draws a PDF does not end');
  }
}

/** Frees the memory of a page now. The collector would leave that of several pages, because it counts objects. */
function release({ buffer }: Uint8Array): void {
  const { port1 } = new MessageChannel();
  port1.close();
  // A closed port discards what it is given.
  port1.postMessage(null, [buffer as ArrayBuffer]);
}

function refusalOf(fault: PdfFault): Error {
  switch (fault) {
    case 'password':
      return passwordProtected();
    case 'too-many-pages':
      return tooManyPages(LIMITS.maxPages);
    case 'page-too-large':
      return tooLarge(
        FIELD,
        `at most ${LIMITS.maxPagePixels / 1e6} megapixels a page at ${LIMITS.resolution} dpi`,
      );
    case 'damaged':
      return undrawable(FIELD);
  }
}
