import { MailComposerService } from '../../../libs/notifications/src/mail/mail-composer.service';
import type { DueMail } from '../../../libs/notifications/src/mail/mail-queue.service';
import { MailWorkerService } from '../../../libs/notifications/src/mail/mail-worker.service';
import { RemindOfInvoices } from '../../../libs/invoices/src/invoices/jobs/remind-of-invoices';
import { sha256 } from '@app/kernel';
import { eventually } from '../../support/eventually';
import { outcomeOf } from '../../support/http-client';
import { Billing } from './billing';

describe('mails and events of invoices', () => {
  let billing: Billing;

  beforeAll(async () => {
    billing = await Billing.open();
  });
  afterAll(() => billing?.platform.proveAndStop());

  const mailsOf = (id: string) =>
    billing.platform.sql<{ type: string; status: string; language: string; recipient: string }>(
      `SELECT type, status, language, recipient FROM mails WHERE facts->>'invoice_id' = $1 AND type <> 'invoice.overdue'
        ORDER BY created_at, type`,
      [id],
    );
  const drain = () => billing.platform.inside('scheduler', MailWorkerService).drain();
  const sha256OfPdf = async (id: string) => {
    const address = `${billing.platform.urls.business}/api/invoices.php?action=pdf&id=${id}`;
    const answer = await fetch(address, { headers: { 'x-api-key': billing.key.key } });
    return sha256(Buffer.from(await answer.arrayBuffer())).toString('hex');
  };
  const dayFromNow = (days: number) =>
    new Date(billing.platform.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

  it('mails the client in the language of the invoice, and again on request', async () => {
    const { id } = await billing.sent({ language: 'fr' });
    await billing.action('send', { id });
    const sent = { type: 'invoice.sent', language: 'fr', recipient: 'ada.client@example.com' };
    await eventually(async () => (await mailsOf(id)).length === 2);
    await drain();
    expect(await mailsOf(id)).toEqual([
      { ...sent, status: 'sent' },
      { ...sent, status: 'sent' },
    ]);
    // Nothing changed between the two, so they carried the same file.
    const pdf_sha256 = [await sha256OfPdf(id)];
    const mail = { type: 'invoice', recipient: 'ada.client@example.com', status: 'sent', pdf_sha256 };
    expect((await billing.detail(id)).mails).toMatchObject([mail, mail]);
  });

  it('mails an invoice of nothing when it is sent, and again on request, although it is paid', async () => {
    const invoice = await billing.sent({ discount_percent: 100 });
    expect(invoice).toMatchObject({ status: 'paid', total: 0 });
    expect((await billing.action('send', { id: invoice.id })).body).toMatchObject({ status: 'paid' });
    await eventually(async () => (await mailsOf(invoice.id)).length === 2);
    await drain();
    expect(await mailsOf(invoice.id)).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
    const paid = await billing.platform.sql(
      `SELECT 1 FROM outbox WHERE type = 'invoice.paid' AND payload->>'invoiceId' = $1`,
      [invoice.id],
    );
    expect(paid).toHaveLength(1);
  });

  it.each([
    ['a draft', {}],
    ['a draft of nothing', { discount_percent: 100 }],
  ])(
    'mails %s once for several requests at once, by two processes, and again for later ones',
    async (_, fields) => {
      const { id, invoice_number } = await billing.draft(fields);
      const second = await billing.platform.secondBusinessUrl();
      const elsewhere = () =>
        fetch(`${second}/api/invoices.php?action=send`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': billing.key.key },
          body: JSON.stringify({ id: invoice_number }),
        });
      const mailed = async () =>
        (await billing.platform.sql('SELECT 1 FROM invoice_mails WHERE invoice_id = $1', [id])).length;
      for (const times of [1, 2, 3]) {
        const sends = [
          billing.action('send', { id }),
          elsewhere(),
          billing.action('send', { id }),
          elsewhere(),
        ];
        for (const { status } of await Promise.all(sends)) expect(status).toBe(200);
        expect(await mailed()).toBe(times);
      }
    },
  );

  it('mails an invoice five times an hour, and a business 50 times a day before its verification, 2,000 times after it', async () => {
    const { id } = await billing.sent();
    const again = [];
    for (let i = 0; i < 5; i++) again.push(outcomeOf(await billing.action('send', { id })));
    expect(again).toEqual([...Array<string>(4).fill('200 OK'), '429 RATE_LIMITED']);
    const other = billing.of(await billing.platform.merchant());
    await billing.platform.sql(`UPDATE users SET kyb_status = 'none' WHERE id = $1`, [other.merchant.id]);
    const by = { token: other.merchant.token };
    const { body: first } = await other.post('invoices.php?action=create', invoiceOf(), by);
    await billing.platform.sql(
      `INSERT INTO invoice_mails SELECT gen_random_uuid(), $1, $2, 'reminder', 'a@example.com', $3, 1 FROM generate_series(1, 49)`,
      [other.merchant.id, first.id, billing.platform.clock.now()],
    );
    const send = () => other.post('invoices.php?action=send', { id: first.id }, by);
    expect([outcomeOf(await send()), outcomeOf(await send())]).toEqual(['200 OK', '429 RATE_LIMITED']);
    await billing.platform.sql(`UPDATE users SET kyb_status = 'approved' WHERE id = $1`, [other.merchant.id]);
    await billing.platform.sql(
      `INSERT INTO invoice_mails SELECT gen_random_uuid(), $1, $2, 'reminder', 'a@example.com', $3, 1 FROM generate_series(1, 1949)`,
      [other.merchant.id, first.id, billing.platform.clock.now()],
    );
    expect([outcomeOf(await send()), outcomeOf(await send())]).toEqual(['200 OK', '429 RATE_LIMITED']);
  });

  it('mails nothing before the address of the business is verified, and leaves the draft as it is', async () => {
    const other = billing.of(await billing.platform.merchant());
    await billing.platform.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [
      other.merchant.id,
    ]);
    const { id } = await other.draft();
    expect(outcomeOf(await other.action('send', { id }))).toBe('403 KYC_REQUIRED');
    expect(await other.detail(id)).toMatchObject({ status: 'draft', sent_at: null, mails: [] });
  });

  it('composes a mail with what is due then, for answers to the business, and none once it is paid', async () => {
    const invoice = await billing.sent({ allow_partial: true });
    const [event] = await billing.platform.sql<{ payload: { mailId: string } }>(
      `SELECT payload FROM outbox WHERE type = 'invoice.sent' AND payload->>'invoiceId' = $1`,
      [invoice.id],
    );
    const due = {
      id: 'm',
      claim: 'c',
      type: 'invoice.reminder',
      recipient: 'ada.client@example.com',
      ownerId: billing.merchant.id,
      businessId: billing.merchant.id,
      language: 'en',
      facts: {
        invoice_id: invoice.id,
        mail_id: event!.payload.mailId,
        invoice_number: invoice.invoice_number,
        amount: { minor: '10000', currency: 'NGN' },
        business: 'Acme',
        due_date: null,
      },
      attempts: 0,
      eventId: 'e',
      createdAt: new Date(),
    } as DueMail;
    await billing.card(await billing.begin(invoice.payment_url, { amount: '40' }));
    const composer = billing.platform.inside('scheduler', MailComposerService);
    const mail = (await composer.compose(due))!;
    expect(mail).toMatchObject({
      replyTo: billing.merchant.email,
      unsubscribeUrl: `${invoice.payment_url}/reminders`,
      text: expect.stringContaining('₦60.00 of this invoice is still due.'),
    });
    expect(mail.text).toContain(invoice.payment_url);
    const { status, text } = await billing.get(`invoices.php?action=pdf&id=${invoice.id}`);
    expect(status).toBe(200);
    expect(mail.attachments).toEqual([
      { name: `${invoice.invoice_number}.pdf`, type: 'application/pdf', content: expect.any(Buffer) },
    ]);
    expect(mail.attachments![0]!.content.toString('utf8')).toBe(text);
    // The worker may have sent the mail with the file from before the payment.
    const [{ pdf_sha256: files } = { pdf_sha256: [] }] = (await billing.detail(invoice.id)).mails as {
      pdf_sha256: string[];
    }[];
    expect(files).toContain(sha256(mail.attachments![0]!.content).toString('hex'));
    await billing.card(await billing.begin(invoice.payment_url));
    expect(await composer.compose(due)).toBeNull();
  });

  it('sends invoice.paid and payment.success with the fields of the specification', async () => {
    const { token } = billing.merchant;
    const receiver = await billing.platform.receiver();
    const endpoint = { app_id: billing.merchant.live.app_id, url: receiver.url };
    await billing.platform.post('business', 'business.php?section=webhooks&action=create', endpoint, {
      token,
    });
    const invoice = await billing.sent();
    await billing.action('credit', { id: invoice.id, amount: 12.5, reason: 'A scratch' });
    await billing.card(await billing.begin(invoice.payment_url));
    const { invoice_number } = invoice;
    const paid = await receiver.next(
      ({ event, data }) => event === 'invoice.paid' && data.invoice_number === invoice_number,
    );
    expect(paid.data).toEqual({
      invoice_number,
      client_email: 'ada.client@example.com',
      amount: 100,
      amount_paid: 87.5,
      amount_credited: 12.5,
      currency_code: 'NGN',
      is_test: false,
      paid_at: expect.any(String),
    });
    const success = await receiver.next(
      ({ event, data }) => event === 'payment.success' && data.order_ref === invoice_number,
    );
    expect(success.data).toMatchObject({ amount: 87.5, status: 'success' });
  });

  it('reminds once per time, until the client unsubscribes with one click', async () => {
    const invoice = await billing.sent({ due_date: dayFromNow(30), reminders: true });
    const silent = await billing.sent({ due_date: dayFromNow(30) });
    const job = billing.platform.inside('scheduler', RemindOfInvoices);
    const { clock } = billing.platform;
    expect(await job.run()).toBe(0);
    clock.advance({ days: 28 });
    await Promise.all([job.run(), job.run()]);
    clock.advance({ days: 12 });
    await job.run();
    const reminders = async (id: string) =>
      (
        await billing.platform.sql(
          `SELECT 1 FROM invoice_mails WHERE invoice_id = $1 AND kind = 'reminder'`,
          [id],
        )
      ).length;
    expect([await reminders(invoice.id), await reminders(silent.id)]).toEqual([2, 0]);
    const stopped = await billing.form(`${invoice.payment_url}/reminders`, {
      'List-Unsubscribe': 'One-Click',
    });
    expect([stopped.status, stopped.text]).toEqual([200, expect.stringContaining('no more reminders')]);
    clock.advance({ days: 12 });
    await job.run();
    expect(await reminders(invoice.id)).toBe(2);
  });

  it('reminds of no invoice of a frozen business, whose payment cannot begin', async () => {
    const { platform } = billing;
    const frozen = billing.of(await platform.merchant());
    const { id } = await frozen.sent({ due_date: dayFromNow(30), reminders: true });
    const reminded = async () => {
      await platform.inside('scheduler', RemindOfInvoices).run();
      return platform.sql(`SELECT 1 FROM invoice_mails WHERE invoice_id = $1 AND kind = 'reminder'`, [id]);
    };
    await platform.people.freeze(frozen.merchant.id);
    platform.clock.advance({ days: 28 });
    expect(await reminded()).toEqual([]);
    await platform.sql('UPDATE users SET frozen_at = NULL WHERE id = $1', [frozen.merchant.id]);
    expect(await reminded()).toHaveLength(1);
  });
});

function invoiceOf() {
  return {
    client_name: 'Ben',
    client_email: 'ben@example.com',
    items: [{ description: 'A chair', quantity: 1, unit_price: 5 }],
  };
}
