import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Config } from '@app/config';
import { DomainError, ManualClock } from '@app/kernel';
import { ExternalWalletSignatureService } from './external-wallet-signature.service';

const CERTIFICATE = 'https://api.paypal.com/v1/notifications/certs/CERT-1';
const BODY = '{"event_type":"CHECKOUT.ORDER.DECIDED","resource":{"custom_id":"cs_1"}}';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
const clock = new ManualClock();
const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000);

/** Just enough of X.509: what a certificate says of its key and its time. */
function certificate(key: KeyObject, from: Date, to: Date): string {
  const der = (tag: number, ...parts: Buffer[]): Buffer => {
    const content = Buffer.concat(parts);
    const length =
      content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
    return Buffer.concat([Buffer.from([tag, ...length]), content]);
  };
  const time = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')));
  const algorithm = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'));
  const name = der(0x30);
  const signed = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ...[algorithm, name, der(0x30, time(from), time(to)), name],
    key.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('RSA-SHA256', signed, privateKey));
  const text = der(0x30, signed, algorithm, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
}

function signedEvent(
  fields: {
    body?: string;
    webhookId?: string;
    key?: KeyObject;
    url?: string;
    headers?: Record<string, string>;
  } = {},
) {
  const { body = BODY, webhookId = 'WH-1', key = privateKey, url = CERTIFICATE } = fields;
  const [id, time] = ['69cd13f0-d67a-11e5', '2026-11-21T12:00:00Z'];
  const text = Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`);
  const headers = {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('RSA-SHA256', text, key).toString('base64'),
    'paypal-cert-url': url,
    'paypal-auth-algo': 'SHA256withRSA',
    ...fields.headers,
  };
  return { headers, body };
}

/** The company's web server, in place of the network. */
function signatureWith(pem: string | Error, env: Record<string, string> = {}) {
  const config = Config.from({ NODE_ENV: 'test', EXTWALLET: 'off', EXTWALLET_WEBHOOK_ID: 'WH-1', ...env });
  const signature = new ExternalWalletSignatureService(config, clock);
  const fetched = jest
    .spyOn(signature as unknown as { fetch(url: string): Promise<string> }, 'fetch')
    .mockImplementation(() => (pem instanceof Error ? Promise.reject(pem) : Promise.resolve(pem)));
  return { signature, fetched };
}

const GOOD = certificate(publicKey, day(-1), day(30));

describe('the signature of an external wallet’s event', () => {
  it('is genuine under the key of its certificate, which is fetched once', async () => {
    const { signature, fetched } = signatureWith(GOOD);
    expect(await signature.isGenuine(signedEvent())).toBe(true);
    expect(await signature.isGenuine(signedEvent())).toBe(true);
    expect(fetched.mock.calls).toEqual([[CERTIFICATE]]);
  });

  it.each([
    ['another body', { ...signedEvent(), body: BODY.replace('cs_1', 'cs_2') }],
    ['another webhook', signedEvent({ webhookId: 'WH-2' })],
    ['another key', signedEvent({ key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey })],
    ['another time', signedEvent({ headers: { 'paypal-transmission-time': '2026-11-22T12:00:00Z' } })],
    ['another algorithm', signedEvent({ headers: { 'paypal-auth-algo': 'SHA1withRSA' } })],
    ['no transmission id', signedEvent({ headers: { 'paypal-transmission-id': '' } })],
  ])('is not genuine: %s', async (_name, event) => {
    expect(await signatureWith(GOOD).signature.isGenuine(event)).toBe(false);
  });

  it.each([
    'http://api.paypal.com/cert',
    'https://paypal.com.evil.example/cert',
    'https://evilpaypal.com/cert',
    'https://api.paypal.com:8443/cert',
    'https://user:pass@api.paypal.com/cert',
    'https://evil.example/?.paypal.com',
    'https://api.paypal.com@evil.example/cert',
    'file:///etc/passwd',
    'not an address',
  ])('is not genuine, and no certificate is fetched: %s', async (url) => {
    const { signature, fetched } = signatureWith(GOOD);
    expect(await signature.isGenuine(signedEvent({ url }))).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([
    ['has expired', certificate(publicKey, day(-30), day(-1)), privateKey],
    ['is not valid yet', certificate(publicKey, day(1), day(30)), privateKey],
    ['has a weak key', certificate(weak.publicKey, day(-1), day(30)), weak.privateKey],
    ['is none', '<html>Not found</html>', privateKey],
  ])('is not genuine where the certificate %s', async (_name, pem, key) => {
    expect(await signatureWith(pem).signature.isGenuine(signedEvent({ key }))).toBe(false);
  });

  it('is not genuine where no webhook is known', async () => {
    const { signature } = signatureWith(GOOD, { EXTWALLET_WEBHOOK_ID: '' });
    expect(await signature.isGenuine(signedEvent({ webhookId: '' }))).toBe(false);
  });

  it('is left open where the certificate cannot be fetched: the company sends again', async () => {
    const away = new DomainError('unavailable', 'SERVICE_UNAVAILABLE', 'away');
    await expect(signatureWith(away).signature.isGenuine(signedEvent())).rejects.toBe(away);
  });
});
