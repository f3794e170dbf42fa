import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { outcomeOf } from '../../support/http-client';
import { animated, blackPng, logo, pdf, picture } from '../../support/identity-files';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { uploadLogo } from '../../support/uploads';

let platform: Platform;
let merchant: TestMerchant;

beforeAll(async () => {
  platform = await startPlatform({
    env: { RATE_LIMITS: 'false' },
    apps: ['business', 'checkout', 'sandbox'],
  });
  merchant = await platform.merchant();
});
afterAll(() => platform.stop());

const removeLogo = ({ token } = merchant) =>
  platform.post('business', 'business.php?section=brand&action=remove-logo', {}, { token });

/** The payment page of a session. */
async function pageOf(by: TestMerchant, mode: 'live' | 'test' = 'live'): Promise<string> {
  const host = mode === 'live' ? 'checkout' : 'sandbox';
  const create = 'sessions.php?action=create';
  const { body } = await platform.post(host, create, { amount: 100 }, { key: by[mode].secret_key });
  return (await fetch(body.checkout_url as string)).text();
}

describe('A logo', () => {
  async function fetched(url: string) {
    const response = await fetch(url);
    return { response, file: Buffer.from(await response.arrayBuffer()) };
  }

  it('is drawn small, with its transparent parts, and served permanently under its hash', async () => {
    const file = await logo({ width: 1600, height: 400 });
    const { status, body } = await uploadLogo(platform, file, merchant);
    expect([status, body]).toMatchObject([200, { width: 240, height: 60 }]);
    expect(body.logo_url).toMatch(new RegExp(`^${platform.urls.checkout}/brand/[0-9a-f]{64}\\.png$`));
    const { response, file: shown } = await fetched(body.logo_url as string);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(shown.length).toBeLessThanOrEqual(6000);
    const { format, hasAlpha, exif } = await sharp(shown).metadata();
    expect([format, hasAlpha, exif]).toEqual(['png', true, undefined]);
    const path = new URL(body.logo_url as string).pathname;
    expect((await fetch(platform.urls.sandbox + path)).status).toBe(200);
    const by = { token: merchant.token };
    const { body: brand } = await platform.get('business', 'business.php?section=brand&action=get', by);
    expect(brand.logo_url).toBe(body.logo_url);
    const page = await pageOf(merchant);
    expect(page).toContain(`src="${path}" width="120" height="30"`);
    expect(await pageOf(merchant, 'test')).toContain(path);
  });

  it('is the same for the same file, also of two accounts, and goes with one of them only', async () => {
    const [one, other] = [await platform.merchant(), await platform.merchant()];
    const file = await logo({ color: '#aa3311' });
    const urls = await Promise.all(
      [one, other].map(async (by) => (await uploadLogo(platform, file, by)).body.logo_url),
    );
    expect(urls[0]).toBe(urls[1]);
    expect((await removeLogo(one)).status).toBe(200);
    expect((await fetch(urls[0] as string)).status).toBe(200);
    expect(outcomeOf(await removeLogo(one))).toBe('409 INVALID_STATE');
    expect((await removeLogo(other)).status).toBe(200);
    expect((await fetch(urls[0] as string)).status).toBe(404);
    expect(await pageOf(other)).not.toContain('/brand/');
  });

  it.each(['../../etc/passwd', 'x.png', `${'a'.repeat(64)}.png`, `${'a'.repeat(64)}.svg`, '%00.png'])(
    'is not found at /brand/%s',
    async (name) => {
      expect((await fetch(`${platform.urls.checkout}/brand/${name}`)).status).toBe(404);
    },
  );

  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['of 40 megapixels', () => blackPng({ width: 8000, height: 5000 })],
    ['of 4,001 pixels', () => blackPng({ width: 4001, height: 10 })],
    ['that is an animation', async () => animated(await logo())],
    ['that is cut', async () => (await logo({ width: 900, height: 900 })).subarray(0, 1500)],
    ['that is a script', () => Buffer.from('#!/bin/sh\necho hello\n')],
    [
      'that is a script after a signature',
      () => Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
    ],
    [
      'that is a drawing',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['that is a document', () => pdf('1 0 0 rg 0 0 595 842 re f')],
    [
      'that is a GIF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#111' } })
          .gif()
          .toBuffer(),
    ],
    [
      'that is a WebP',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#111' } })
          .webp()
          .toBuffer(),
    ],
    [
      'of noise',
      () =>
        sharp(randomBytes(240 * 80 * 3), { raw: { width: 240, height: 80, channels: 3 } })
          .png()
          .toBuffer(),
    ],
  ])('is refused %s, and the process stays small', async (_, make) => {
    const file = await make();
    const before = process.memoryUsage().rss;
    const { status, body } = await uploadLogo(platform, file, merchant);
    expect([status, body.error_code, body.errors?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'logo']);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('is refused above 1 MB and without a file', async () => {
    expect((await uploadLogo(platform, randomBytes(1_000_001), merchant)).status).toBe(413);
    expect((await uploadLogo(platform, Buffer.alloc(0), merchant)).status).toBe(400);
  });

  it('may be a photograph in JPEG', async () => {
    const { status, body } = await uploadLogo(
      platform,
      await picture({ width: 1000, height: 1000 }),
      merchant,
    );
    expect([status, body]).toMatchObject([200, { width: 80, height: 80 }]);
  });
});
