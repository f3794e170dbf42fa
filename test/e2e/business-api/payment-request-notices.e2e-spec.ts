import { MailWorkerService } from '@app/notifications';
import { RelayWorker } from '@app/write-path';
import { MailServer } from '../../support/mail-server';
import type { TestMerchant, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

interface Item {
  type: string;
  title: string;
  body: string;
  data: Record<string, unknown>;
}

describe('notices of payment requests', () => {
  let platform: Platform;
  let mails: MailServer;
  let payer: TestUser;
  let asker: TestMerchant;
  beforeAll(async () => {
    mails = await MailServer.start();
    platform = await startPlatform({
      env: { RATE_LIMITS: 'false', ...mails.environment },
    });
    [payer, asker] = [await platform.signUp(), await platform.merchant()];
    await platform.fund(payer, 'NGN', '10000.00');
  });
  afterAll(async () => {
    await platform.proveAndStop();
    await mails.stop();
  });

  const post = async (user: TestUser, action: string, body: object) => {
    const {
      status,
      body: answer,
      text,
    } = await platform.post(
      ...(['business', `wallet.php?action=${action}`, { pin: user.pin, ...body }] as const),
      { token: user.token },
    );
    if (status !== 200) throw new Error(text);
    return answer as { request_id: number; transaction_id: string; expires_at: string };
  };
  const ask = (amount: string, note?: string, currency?: string) =>
    post(asker, 'request-payment', { recipient: payer.usertag, amount, note, currency });
  async function notificationsOf(user: TestUser): Promise<Item[]> {
    await platform.inside('scheduler', RelayWorker).run();
    await platform.inside('scheduler', MailWorkerService).drain();
    const { body } = await platform.get('app', 'notifications.php?action=list', { token: user.token });
    return body.data.data as Item[];
  }

  it('notify the payer of the asker, amount, note and expiry; the mail leaves out the note', async () => {
    const { request_id, expires_at } = await ask('2500.50', 'Your half of the rent');
    const [item] = await notificationsOf(payer);
    expect(item).toMatchObject({
      type: 'request.received',
      title: `@${asker.usertag} asks you for ₦2,500.50`,
      body: `@${asker.usertag} asks you to pay ₦2,500.50: Your half of the rent`,
    });
    expect(item!.data).toEqual({
      request_id,
      amount: 2500.5,
      currency: 'NGN',
      from: asker.usertag,
      expires_at,
      note: 'Your half of the rent',
    });
    const { text, html } = await mails.to(payer.email, `@${asker.usertag} asks you for ₦2,500.50`);
    expect(text).toContain('asks you to pay ₦2,500.50.');
    expect(text + html).not.toContain('rent');
  });

  it('notify the asker once when it is paid, and send transfer.received to their webhooks', async () => {
    const receiver = await platform.receiver();
    const webhook = { app_id: asker.live.app_id, url: receiver.url };
    await platform.post('business', 'business.php?section=webhooks&action=create', webhook, {
      token: asker.token,
    });
    const { request_id } = await ask('10.00', 'Lunch');
    const { transaction_id } = await post(payer, 'fulfill-request', { request_id });
    const items = await notificationsOf(asker);
    expect(items.map(({ type }) => type)).toEqual(['request.paid']);
    expect(items[0]).toMatchObject({
      title: 'Your request for ₦10.00 was paid',
      body: `@${payer.usertag} paid your request. ₦10.00 was added to your wallet.`,
    });
    expect(items[0]!.data).toEqual({
      request_id,
      transaction_id,
      amount: 10,
      currency: 'NGN',
      from: payer.usertag,
      received: 10,
      received_currency: 'NGN',
    });
    await mails.to(asker.email, 'Your request for ₦10.00 was paid');
    const { data } = await receiver.next(({ event }) => event === 'transfer.received');
    expect(data).toEqual({
      transaction_id,
      amount: 10,
      currency: 'NGN',
      sent_amount: 10,
      sent_currency: 'NGN',
      from: payer.usertag,
    });
    expect(new Set(receiver.received.map(({ event }) => event))).toEqual(new Set(['transfer.received']));
  });

  it('notify the asker of a refusal, in the language they chose', async () => {
    const choice = { key: 'language', value: 'fr' };
    await platform.post('app', 'settings.php?action=set-preference', choice, { token: asker.token });
    const { request_id } = await ask('5.00');
    await post(payer, 'decline-request', { request_id });
    const [item] = await notificationsOf(asker);
    expect(item).toMatchObject({
      type: 'request.declined',
      title: expect.stringContaining('a été refusée') as string,
      data: { request_id, amount: 5, currency: 'NGN', by: payer.usertag },
    });
    expect(mails.received.some(({ headers }) => headers.get('subject')!.includes('refusée'))).toBe(false);
  });

  it('are not sent for a cancellation or a dry run', async () => {
    const { request_id } = await ask('6.00');
    const before = (await notificationsOf(payer)).length;
    await post(asker, 'cancel-request', { request_id });
    const body = { recipient: payer.usertag, amount: 7 };
    const dry = await platform.post('business', 'wallet.php?action=request-payment', body, {
      token: asker.token,
      headers: { 'x-dry-run': 'true' },
    });
    expect(dry.body).toMatchObject({ status: 'pending', dry_run: true });
    expect((await notificationsOf(payer)).length).toBe(before);
  });
});
