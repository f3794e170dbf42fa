import { Config } from '@app/config';
import { SmsProvider } from '../../../../test/support/sms-provider';
import type { SmsFailure } from './sms-sender.port';
import { TwilioSms } from './twilio-sms.adapter';

const SMS = {
  id: 'sms-1',
  to: '+2348031234567',
  text: 'Votre code est à vous: 123456 & merci',
  validSeconds: 42.7,
};

describe('The adapter of Twilio', () => {
  let provider: SmsProvider;
  const senders: TwilioSms[] = [];
  beforeAll(async () => (provider = await SmsProvider.start()));
  afterAll(async () => {
    await Promise.all(senders.map((sender) => sender.close()));
    await provider.stop();
  });
  afterEach(() => (provider.refusal = null));

  function senderWith(env: Record<string, string> = {}): TwilioSms {
    const sender = new TwilioSms(Config.from({ ...provider.env, ...env }));
    senders.push(sender);
    return sender;
  }
  const failureOf = (sender: TwilioSms) =>
    sender.send(SMS).then(
      () => 'sent',
      ({ kind, message }: SmsFailure) => `${kind}: ${message}`,
    );

  it('sends number, sender, text and validity, and returns the id of the message', async () => {
    expect(await senderWith().send(SMS)).toMatch(/^SM\d{32}$/);
    const { to, text } = SMS;
    expect(provider.received.at(-1)).toEqual({ to, text, from: 'Payments', service: null, validity: 42 });
  });

  it('sends through a messaging service', async () => {
    const service = `MG${'a'.repeat(32)}`;
    await senderWith({ SMS_FROM: service }).send({ ...SMS, validSeconds: 0.2 });
    expect(provider.received.at(-1)).toMatchObject({ from: null, service, validity: 1 });
  });

  it.each([
    ['refused: the provider answered 400 (error 21211)', { status: 400, code: 21211 }],
    ['refused: the provider answered 400 (error 21610)', { status: 400, code: 21610 }],
    ['deferred: the provider answered 400 (error 21606)', { status: 400, code: 21606 }],
    ['deferred: the provider answered 429 (error 20429)', { status: 429, code: 20429 }],
    ['deferred: the provider answered 500 (error 20500)', { status: 500, code: 20500 }],
    [expect.stringMatching(/^deferred: no answer from the provider \(\w+\)$/), 'drop' as const],
  ])('reports %s, without the number', async (expected, refusal) => {
    provider.refusal = refusal;
    expect(await failureOf(senderWith())).toEqual(expected);
  });

  it('reports wrong credentials, and an address without a provider', async () => {
    expect(await failureOf(senderWith({ SMS_SECRET: 'wrong' }))).toBe(
      'deferred: the provider answered 401 (error 20003)',
    );
    expect(await failureOf(senderWith({ SMS_BASE_URL: 'http://127.0.0.1:9' }))).toMatch(
      /^deferred: no answer/,
    );
  });
});
