import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Config } from './config';
import { environmentSchema } from './schema';

const EXAMPLE = path.resolve(__dirname, '../../../.env.example');
const secret = 'x'.repeat(40);
const production = {
  NODE_ENV: 'production',
  BUSINESS_BASE_URL: 'https://api.example.com',
  CHECKOUT_BASE_URL: 'https://checkout.example.com',
  SANDBOX_BASE_URL: 'https://sandbox.example.com',
  APP_BASE_URL: 'https://app.example.com',
  GATEWAY: 'flutterwave',
  FX_SOURCE: 'frankfurter,er-api',
  GATEWAY_SECRET_KEY: secret,
  GATEWAY_ENCRYPTION_KEY: 'y'.repeat(24),
  GATEWAY_EVENT_HASH: secret,
  METRICS_TOKEN: secret,
  JWT_SECRET: secret,
  PIN_PEPPER: secret,
  KYC_PEPPER: secret,
  ENCRYPTION_KEY: secret,
  FINGERPRINT_KEY: secret,
  STATEMENT_SIGNING_KEY: secret,
};

const TWILIO = {
  SMS: 'twilio',
  SMS_ACCOUNT: `AC${'0'.repeat(32)}`,
  SMS_SECRET: 'secret',
  SMS_FROM: 'Payments',
};

describe('Configuration', () => {
  const example = Object.fromEntries(
    readFileSync(EXAMPLE, 'utf8')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => line.split('=', 2) as [string, string]),
  );

  it('reads every variable of .env.example, which lists every variable that it reads', () => {
    expect(Object.keys(example).sort()).toEqual(Object.keys(environmentSchema.shape).sort());
  });

  it('takes .env.example as it stands', () => {
    expect(Config.from(example).env).toEqual(Config.from({}).env);
  });

  it('starts in production with secrets and addresses of its own', () => {
    expect(Config.from(production).isProduction).toBe(true);
  });

  it.each([
    ['a development secret', { JWT_SECRET: '' }, 'JWT_SECRET is still the development secret'],
    ['the simulator', { GATEWAY: 'simulator' }, 'GATEWAY=simulator'],
    ['a simulated wallet', { EXTWALLET: 'simulator' }, 'EXTWALLET=simulator'],
    ['webhooks to private addresses', { WEBHOOK_ALLOW_PRIVATE: 'true' }, 'WEBHOOK_ALLOW_PRIVATE'],
    ['no rate limits', { RATE_LIMITS: 'false' }, 'RATE_LIMITS'],
    [
      'mail that may go unencrypted',
      { MAIL: 'smtp', SMTP_URL: 'smtp://mail.example.com', SMTP_TLS: 'optional' },
      'SMTP_TLS=optional',
    ],
    [
      'the example sender',
      { MAIL: 'smtp', SMTP_URL: 'smtp://mail.example.com' },
      'MAIL_FROM is still the example sender',
    ],
    [
      'text messages without TLS',
      { ...TWILIO, SMS_BASE_URL: 'http://sms.example.com' },
      'SMS_BASE_URL must be https',
    ],
    ['the included exchange rates', { FX_SOURCE: 'er-api,file' }, 'FX_SOURCE=file needs FX_RATES_FILE'],
    [
      'exchange rates without TLS',
      { FX_ER_API_URL: 'http://rates.example.com' },
      'FX_ER_API_URL must be https',
    ],
    ['metrics without a token', { METRICS_TOKEN: '' }, 'METRICS_TOKEN must have at least 32 characters'],
    ['a short token for metrics', { METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 32'],
    ['pages without TLS', { WEB_ORIGINS: 'http://app.example.com' }, 'WEB_ORIGINS must be https'],
    ['sign-ins without a password', { DEMO_SIGN_IN: 'on' }, 'DEMO_SIGN_IN=on'],
    ['an address without TLS', { APP_BASE_URL: 'http://app.example.com' }, 'APP_BASE_URL must be https'],
  ])('refuses production with %s', (_, change, message) => {
    expect(() => Config.from({ ...production, ...change })).toThrow(message);
  });

  it('names every fault of what it cannot read', () => {
    expect(() => Config.from({ APP_PORT: 'many', LOG_LEVEL: 'loud' })).toThrow(
      /^Configuration refused: LOG_LEVEL: must be fatal, .* or silent; APP_PORT: .*\.$/,
    );
  });

  it('takes sources of exchange rates in their order, each once and with what it needs', () => {
    const sources = ' er-api, frankfurter ,file';
    expect(Config.from({ FX_SOURCE: sources }).env.FX_SOURCE).toEqual(['er-api', 'frankfurter', 'file']);
    for (const [FX_SOURCE, message] of [
      ['er-api,er-api', 'must name each source once'],
      ['ecb', 'FX_SOURCE.0: must be file, frankfurter, openexchangerates or er-api'],
      [',', 'FX_SOURCE'],
      ['openexchangerates', 'FX_OPENEXCHANGERATES_APP_ID'],
    ])
      expect(() => Config.from({ FX_SOURCE })).toThrow(message);
  });

  it('takes origins of pages separated by commas, and refuses what is more than an origin', () => {
    expect(Config.from({ WEB_ORIGINS: 'http://localhost:5173, https://a.example' }).env.WEB_ORIGINS).toEqual([
      ...['http://localhost:5173', 'https://a.example'],
    ]);
    for (const origins of ['https://a.example/', 'a.example', '*', 'https://a.example,null'])
      expect(() => Config.from({ WEB_ORIGINS: origins })).toThrow('WEB_ORIGINS: must be origins');
  });

  it('takes networks of staff and of proxies, and refuses what is none', () => {
    const networks = ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1'];
    expect(Config.from({ STAFF_NETWORKS: networks.join(', ') }).env.STAFF_NETWORKS).toEqual(networks);
    for (const network of [
      '10.0.0.0/33',
      '10.0.0/8',
      'office',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '2001:db8::/129',
      '::1/-1',
    ])
      for (const name of ['STAFF_NETWORKS', 'TRUSTED_PROXIES'])
        expect(() => Config.from({ [name]: network })).toThrow(`${name}: must be addresses`);
  });

  it('sends no mail without a server to send it through', () => {
    expect(() => Config.from({ MAIL: 'smtp' })).toThrow('MAIL=smtp needs the address of a mail server');
  });

  it('sends no text message without an account of the provider', () => {
    for (const name of ['SMS_ACCOUNT', 'SMS_SECRET', 'SMS_FROM'])
      expect(() => Config.from({ ...TWILIO, [name]: '' })).toThrow(`${name}: SMS=twilio needs it`);
    for (const SMS_FROM of ['+2348031234567', 'Payments', `MG${'0'.repeat(32)}`])
      expect(Config.from({ ...TWILIO, SMS_FROM }).env.SMS_FROM).toBe(SMS_FROM);
    for (const SMS_FROM of ['a name that is too long', 'Line\nbreak'])
      expect(() => Config.from({ ...TWILIO, SMS_FROM })).toThrow('SMS_FROM');
  });

  it.each(['no-reply@example.com', 'A <a@b.c>\nBcc: x@y.z', 'A <a@b.c>, B <b@b.c>', '"A" <a b@c.d>'])(
    'refuses the sender %j',
    (MAIL_FROM) => {
      expect(() => Config.from({ MAIL_FROM })).toThrow(/MAIL_FROM/);
    },
  );

  it('shows no secret in what it refuses', () => {
    expect(() => Config.from({ JWT_SECRET: 'too-short-secret' })).toThrow(
      expect.objectContaining({
        message: expect.not.stringContaining('too-short-secret') as string,
      }) as Error,
    );
  });
});
