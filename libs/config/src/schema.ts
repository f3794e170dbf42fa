import { isIP } from 'node:net';
import { z } from 'zod';

/** Development secrets are recognisable, so that production can refuse them. */
export const DEVELOPMENT_SECRET_PREFIX = 'development-only-';
const developmentSecret = (name: string) => `${DEVELOPMENT_SECRET_PREFIX}${name}-not-for-production-use`;

const secret = (name: string) => z.string().min(32).default(developmentSecret(name));
const port = (value: number) => z.coerce.number().int().min(0).max(65535).default(value);
const seconds = (value: number) => z.coerce.number().int().min(1).default(value);
const percent = (value: string) =>
  z
    .string()
    .regex(/^\d{1,2}(\.\d{1,4})?$/)
    .default(value);
const flag = (value: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(value)
    .transform((text) => text === 'true');
const commaSeparated = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
const list = z.string().default('').transform(commaSeparated);
const baseUrl = (value: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(value)
    .transform((url) => url.replace(/\/+$/, ''));
const isNetwork = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!;
  return rest.length === 0 && (bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && +bits <= most);
};
const networks = list.refine((entries) => entries.every(isNetwork), {
  message: 'must be addresses or CIDR ranges such as 10.0.0.0/8, separated by commas',
});
const isOrigin = (text: string) =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
/** `Name <address>`, plain ASCII: it goes into a header as it stands. */
const mailbox = (value: string) =>
  z
    .string()
    .regex(/^[A-Za-z0-9 .&'-]{1,60} <[^\s<>@"\\]{1,64}@[a-z0-9.-]{1,190}>$/)
    .default(value);

/** Every environment variable the product reads; `.env.example` lists the same, and a test holds the two together. */
export const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  CLOCK_GUARD: z.enum(['on', 'off', '']).default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),

  DATABASE_URL: z.string().default('postgresql://postgres@127.0.0.1:5432/payments'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(16),
  DATABASE_TIMEOUT_SECONDS: seconds(5),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .or(z.literal(''))
    .default(''),

  BUSINESS_PORT: port(3001),
  CHECKOUT_PORT: port(3002),
  SANDBOX_PORT: port(3003),
  APP_PORT: port(3004),
  SCHEDULER_PORT: port(3005),
  LISTEN_HOST: z.string().default('127.0.0.1'),
  BUSINESS_BASE_URL: baseUrl('http://127.0.0.1:3001'),
  CHECKOUT_BASE_URL: baseUrl('http://127.0.0.1:3002'),
  SANDBOX_BASE_URL: baseUrl('http://127.0.0.1:3003'),
  APP_BASE_URL: baseUrl('http://127.0.0.1:3004'),
  TRUSTED_PROXIES: networks,
  STAFF_NETWORKS: networks,
  DEMO_SIGN_IN: z.enum(['on', 'off']).default('off'),
  WEB_ORIGINS: list.refine((origins) => origins.every(isOrigin), {
    message: 'must be origins such as https://app.example.com, separated by commas',
  }),

  JWT_SECRET: secret('jwt'),
  PIN_PEPPER: secret('pin-pepper'),
  KYC_PEPPER: secret('kyc-pepper'),
  ENCRYPTION_KEY: secret('encryption'),
  RETIRED_ENCRYPTION_KEYS: list.refine((keys) => keys.every((key) => key.length >= 32), {
    message: 'must be earlier values of ENCRYPTION_KEY, separated by commas',
  }),
  FINGERPRINT_KEY: secret('fingerprint'),
  STATEMENT_SIGNING_KEY: secret('statement-signing'),
  RETIRED_STATEMENT_KEYS: list,
  CLOSES_DIR: z.string().default('.data/closes'),
  METRICS_TOKEN: z.string().default(''),

  GATEWAY: z.enum(['simulator', 'flutterwave']).default('simulator'),
  GATEWAY_BASE_URL: z.string().default(''),
  GATEWAY_SECRET_KEY: z.string().default(''),
  GATEWAY_PUBLIC_KEY: z.string().default(''),
  GATEWAY_ENCRYPTION_KEY: z.string().default(''),
  GATEWAY_EVENT_HASH: secret('gateway-event-hash'),
  GATEWAY_TIMEOUT_SECONDS: seconds(35),
  PAYOUT_WALLET: z.enum(['simulator', 'paypal', 'off', '']).default(''),
  PAYPAL_BASE_URL: baseUrl('https://api-m.paypal.com'),
  PAYPAL_CLIENT_ID: z.string().default(''),
  PAYPAL_CLIENT_SECRET: z.string().default(''),
  PAYPAL_TIMEOUT_SECONDS: seconds(35),
  EXTWALLET: z.enum(['simulator', 'off', '']).default(''),
  EXTWALLET_WEBHOOK_ID: z.string().default(''),
  EXTWALLET_CERT_HOSTS: z.string().default('paypal.com').transform(commaSeparated),

  FX_SOURCE: z
    .string()
    .default('file')
    .transform(commaSeparated)
    .pipe(z.array(z.enum(['file', 'frankfurter', 'openexchangerates', 'er-api'])).min(1))
    .refine((names) => new Set(names).size === names.length, { message: 'must name each source once' }),
  FX_RATES_FILE: z.string().default(''),
  FX_FRANKFURTER_URL: baseUrl('https://api.frankfurter.dev/v2'),
  FX_OPENEXCHANGERATES_URL: baseUrl('https://openexchangerates.org/api'),
  FX_OPENEXCHANGERATES_APP_ID: z.string().default(''),
  FX_ER_API_URL: baseUrl('https://open.er-api.com/v6'),
  /** A rate that moved further is not served until a second source or staff confirm it. */
  FX_MAX_JUMP_PERCENT: percent('10'),
  FX_FEE_PERCENT: percent('0'),
  CHECKOUT_RATE_MAX_DRIFT_PERCENT: percent('2'),
  /** Whole dollars from which an action of staff waits for a second person; 1 holds every amount. */
  /** How long a newly saved account cannot be withdrawn to. */
  PAYOUT_COOL_DOWN_MINUTES: z.coerce.number().int().min(0).max(43_200).default(0),
  FOUR_EYES_USD: z.coerce.number().int().min(1).max(1_000_000_000).default(10_000),

  DOCUMENTS: z.enum(['database', 's3']).default('database'),
  DOCUMENTS_BUCKET: z.string().default(''),
  DOCUMENTS_REGION: z.string().default('us-east-1'),
  DOCUMENTS_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .default(''),
  DOCUMENTS_ACCESS_KEY_ID: z.string().default(''),
  DOCUMENTS_SECRET_ACCESS_KEY: z.string().default(''),
  /** Host and port of a clamd, which scans each uploaded file. */
  CLAMD_ADDRESS: z
    .string()
    .regex(/^[A-Za-z0-9._-]+:\d{1,5}$/, 'must be host:port')
    .or(z.literal(''))
    .default(''),
  AML_RETENTION_YEARS: z.coerce.number().int().min(1).max(30).default(5),

  MAIL: z.enum(['log', 'smtp']).default('log'),
  /** Of development: where unsent mails and text messages are kept. */
  MAILS_DIR: z.string().default('.data/mails'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .or(z.literal(''))
    .default(''),
  SMTP_TLS: z.enum(['required', 'optional', '']).default(''),
  SMTP_TIMEOUT_SECONDS: seconds(30),
  MAIL_FROM: mailbox('Payments <no-reply@payments.invalid>'),
  PASSWORD_RESET_URL: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .default(''),

  SMS: z.enum(['log', 'twilio']).default('log'),
  SMS_BASE_URL: baseUrl('https://api.twilio.com'),
  SMS_ACCOUNT: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'must be an account SID such as AC0123…')
    .or(z.literal(''))
    .default(''),
  SMS_SECRET: z.string().default(''),
  SMS_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/i,
      'must be a number, a sender name or a service SID',
    )
    .or(z.literal(''))
    .default(''),
  SMS_TIMEOUT_SECONDS: seconds(15),
  SMS_COUNTRIES: z
    .string()
    .default('NG,GH,KE,ZA,GB,US,CA')
    .transform((text) => commaSeparated(text.toUpperCase()))
    .refine((countries) => countries.every((country) => /^[A-Z]{2}$/.test(country)), {
      message: 'must be ISO 3166-1 alpha-2 country codes, separated by commas',
    }),
  SMS_COUNTRY_DAILY_LIMIT: z.coerce.number().int().min(1).default(2000),

  WEBHOOK_ALLOW_PRIVATE: z.enum(['true', 'false', '']).default(''),
  /** Longer than a delivery is tried. */
  EVENT_RETENTION_DAYS: z.coerce.number().int().min(3).max(3650).default(30),
  FOLD_MOVEMENTS: z.coerce.number().int().min(1).max(10_000).default(64),
  WEBHOOK_TIMEOUT_SECONDS: seconds(10),
  RATE_LIMITS: flag('true'),
});

export type Environment = z.infer<typeof environmentSchema>;
