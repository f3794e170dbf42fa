import { parentPort } from 'node:worker_threads';
import { ownThread } from '@app/kernel';
import { drawInvoice } from './drawing/draw-invoice';
import type { InvoiceSheet } from './invoice-sheet';

/** Draws invoices one after the other in a thread of its own, so that no request waits for the drawing. */

const port = parentPort!;

port.on('message', (sheet: InvoiceSheet) => {
  drawInvoice(sheet).then(
    (pdf) => port.postMessage({ pdf }),
    (error: Error) => port.postMessage({ fault: error.message }),
  );
});

// From now on the time limit of a drawing applies.
port.postMessage({ thread: ownThread() });
