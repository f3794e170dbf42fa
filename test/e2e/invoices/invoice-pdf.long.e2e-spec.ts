import { Worker } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { ThreadLimits } from '@app/kernel';
import { InvoicePdfService } from '../../../libs/invoices/src/pdf/invoice-pdf.service';
import { eventually } from '../../support/eventually';
import { outcomeOf } from '../../support/http-client';
import { Billing } from './billing';

const BUSY_THREADS = 2;

describe('the PDF of an invoice', () => {
  let billing: Billing;
  let pdf: { limits: ThreadLimits; thread?: { worker: Worker; hasStarted: boolean } };

  beforeAll(async () => {
    billing = await Billing.open();
    pdf = billing.platform.inside('business', InvoicePdfService) as never;
  });
  afterAll(() => billing?.platform.proveAndStop());

  /** An invoice as large as it may be, of words in several scripts that do not come again. */
  const largest = () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyzابتثجحخدذرزسشصضطظعغفقكلمنهويабвгдежзикасдωψχφυστक्षत्रिẹ̀ọ́'];
    let next = 7;
    const letter = () => letters[(next = (next * 48271) % 2147483647) % letters.length]!;
    const text = (length: number) =>
      Array.from({ length }, (_, at) => (at % 7 === 6 ? ' ' : letter())).join('');
    const items = Array.from({ length: 100 }, () => ({
      description: `x${text(490)}x`.slice(0, 490),
      quantity: 1,
      unit_price: 1,
    }));
    return billing.draft({ items, notes: text(1900) });
  };
  const read = async (id: string) => outcomeOf(await billing.get(`invoices.php?action=pdf&id=${id}`));

  it('gives back names and texts of every script as they were put in', async () => {
    const texts = {
      client_name: 'يوسف فتحي ثابت',
      items: [{ description: 'Ẹ̀kọ́ हिन्दी कि Ελλάς ёж', quantity: 1, unit_price: 1 }],
      notes: 'می\u200Cخواهم ڈاکٹر لأحمد',
    };
    const { id } = await billing.draft(texts);
    const file = await fetch(`${billing.platform.urls.business}/api/invoices.php?action=pdf&id=${id}`, {
      headers: { 'x-api-key': billing.key.key },
    });
    const library = await PDFiumLibrary.init();
    try {
      const document = await library.loadDocument(new Uint8Array(await file.arrayBuffer()));
      const text = document.getPage(0).getText().normalize('NFC').replace(/\s+/g, ' ');
      for (const put of [texts.client_name, texts.items[0]!.description, texts.notes])
        expect(text).toContain(put.normalize('NFC'));
    } finally {
      library.destroy();
    }
  });

  it('is drawn however busy the machine is, also when it is as large as it may be', async () => {
    const { id } = await largest();
    const busy = Array.from({ length: BUSY_THREADS }, () => new Worker('for (;;);', { eval: true }));
    try {
      expect(await read(id)).toBe('200 OK');
    } finally {
      await Promise.all(busy.map((worker) => worker.terminate()));
    }
  });

  it('is drawn after the thread has ended, by one that has started before', async () => {
    const { id } = await billing.draft();
    expect(await read(id)).toBe('200 OK');
    const ended = pdf.thread!;
    await ended.worker.terminate();
    await eventually(() => Promise.resolve(pdf.thread !== ended && pdf.thread?.hasStarted === true));
    expect(await read(id)).toBe('200 OK');
  });

  it('is refused after its time of a processor, and the next one finds a thread that has started', async () => {
    const [{ id }, other] = [await largest(), await billing.draft()];
    const { processorMs } = pdf.limits;
    const ended = pdf.thread;
    pdf.limits.processorMs = 20;
    expect(await read(id)).toBe('503 SERVICE_UNAVAILABLE');
    pdf.limits.processorMs = processorMs;
    await eventually(() => Promise.resolve(pdf.thread !== ended && pdf.thread?.hasStarted === true));
    expect(await read(other.id)).toBe('200 OK');
  });
});
