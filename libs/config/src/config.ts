import type { z } from 'zod';
import { ConfigurationFault } from './configuration-fault';
import { DEVELOPMENT_SECRET_PREFIX, type Environment, environmentSchema } from './schema';

export type HostName = 'business' | 'checkout' | 'sandbox' | 'app' | 'scheduler';

/** Shortest token for /metrics in production, where the address is public. */
const METRICS_TOKEN_LENGTH = 32;

/** The configuration of the product, read once at start-up and injected. No other file reads environment variables. */
export class Config {
  /** Public base URL of each host, without a trailing slash. */
  readonly urls: Record<Exclude<HostName, 'scheduler'>, string>;
  readonly ports: Record<HostName, number>;
  /** Whether webhooks may go to private, loopback and link-local addresses. Never in production. */
  readonly webhookAllowPrivate: boolean;
  /** Whether mail goes over TLS or not at all. Always in production. */
  readonly smtpRequiresTls: boolean;

  constructor(readonly env: Environment) {
    this.urls = {
      business: env.BUSINESS_BASE_URL,
      checkout: env.CHECKOUT_BASE_URL,
      sandbox: env.SANDBOX_BASE_URL,
      app: env.APP_BASE_URL,
    };
    this.ports = {
      business: env.BUSINESS_PORT,
      checkout: env.CHECKOUT_PORT,
      sandbox: env.SANDBOX_PORT,
      app: env.APP_PORT,
      scheduler: env.SCHEDULER_PORT,
    };
    this.webhookAllowPrivate =
      env.WEBHOOK_ALLOW_PRIVATE === '' ? env.NODE_ENV !== 'production' : env.WEBHOOK_ALLOW_PRIVATE === 'true';
    this.smtpRequiresTls = env.SMTP_TLS === '' ? env.NODE_ENV === 'production' : env.SMTP_TLS === 'required';
  }

  /** The provider that collects from external wallets; by default the simulator where the gateway is simulated, else none. */
  get extwallet(): { provider: 'simulator' | 'off'; webhookId: string } {
    const { EXTWALLET, EXTWALLET_WEBHOOK_ID, GATEWAY } = this.env;
    const provider = EXTWALLET || (GATEWAY === 'simulator' ? 'simulator' : 'off');
    return { provider, webhookId: provider === 'simulator' ? 'simulated-extwallet' : EXTWALLET_WEBHOOK_ID };
  }

  /** The provider that pays to external wallets; by default the simulator where the gateway is simulated, else none. */
  get payoutWallet(): 'simulator' | 'paypal' | 'off' {
    const { PAYOUT_WALLET, GATEWAY } = this.env;
    return PAYOUT_WALLET || (GATEWAY === 'simulator' ? 'simulator' : 'off');
  }

  /** The name under which the platform signs mails and pages: that of its sender. */
  get platformName(): string {
    return this.env.MAIL_FROM.replace(/ <.*$/, '');
  }

  get isProduction(): boolean {
    return this.env.NODE_ENV === 'production';
  }

  /** Whether silent charges wait for staff after an interruption and while clocks differ. */
  get guardsClock(): boolean {
    return this.env.CLOCK_GUARD === '' ? this.isProduction : this.env.CLOCK_GUARD === 'on';
  }

  /** The page on which a user sets a new password; the token is appended as its fragment. */
  get passwordResetUrl(): string {
    return this.env.PASSWORD_RESET_URL || `${this.urls.app}/reset-password`;
  }

  /** The page of the link "this was not me" in security mails; the token is appended as its fragment. */
  get notMeUrl(): string {
    return `${this.urls.app}/not-me`;
  }

  /** Reads and checks `source`. Throws a `ConfigurationFault` that names every fault, and never a value. */
  static from(source: NodeJS.ProcessEnv): Config {
    const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
    const parsed = environmentSchema.safeParse(given);
    if (!parsed.success) {
      throw new ConfigurationFault('Configuration refused', parsed.error.issues.map(faultOf));
    }
    const config = new Config(parsed.data);
    const missing = missingIn(config);
    if (missing.length > 0) throw new ConfigurationFault('Configuration refused', missing);
    const faults = config.isProduction ? productionFaults(config) : [];
    if (faults.length > 0) throw new ConfigurationFault('Not fit for production', faults);
    return config;
  }
}

function faultOf({ path, code, message, ...issue }: z.core.$ZodIssue): string {
  const allowed = code === 'invalid_value' ? (issue as { values: unknown[] }).values : null;
  return `${path.join('.')}: ${allowed ? `must be ${listed(allowed.filter(Boolean).map(String))}` : message}`;
}

function listed(values: readonly string[]): string {
  return [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(' or ');
}

function missingIn({ env }: Config): string[] {
  const missing = [];
  if (env.MAIL === 'smtp' && !env.SMTP_URL)
    missing.push('SMTP_URL: MAIL=smtp needs the address of a mail server');
  for (const name of ['SMS_ACCOUNT', 'SMS_SECRET', 'SMS_FROM'] as const)
    if (env.SMS === 'twilio' && !env[name]) missing.push(`${name}: SMS=twilio needs it`);
  for (const name of ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'] as const)
    if (env.PAYOUT_WALLET === 'paypal' && !env[name]) missing.push(`${name}: PAYOUT_WALLET=paypal needs it`);
  if (env.DOCUMENTS === 's3' && !env.DOCUMENTS_BUCKET)
    missing.push('DOCUMENTS_BUCKET: DOCUMENTS=s3 needs the name of a bucket');
  if (env.FX_SOURCE.includes('openexchangerates') && !env.FX_OPENEXCHANGERATES_APP_ID)
    missing.push('FX_OPENEXCHANGERATES_APP_ID: FX_SOURCE names openexchangerates, which needs it');
  return missing;
}

function productionFaults({ env, webhookAllowPrivate, smtpRequiresTls, urls }: Config): string[] {
  const faults = Object.entries(env)
    .filter(([, value]) => typeof value === 'string' && value.startsWith(DEVELOPMENT_SECRET_PREFIX))
    .map(([name]) => `${name} is still the development secret`);
  if (env.DEMO_SIGN_IN === 'on') faults.push('DEMO_SIGN_IN=on signs everyone in without a password');
  if (env.GATEWAY === 'simulator') faults.push('GATEWAY=simulator moves no real money');
  if (env.EXTWALLET === 'simulator') faults.push('EXTWALLET=simulator moves no real money');
  if (env.PAYOUT_WALLET === 'simulator') faults.push('PAYOUT_WALLET=simulator moves no real money');
  if (!env.PAYPAL_BASE_URL.startsWith('https:')) faults.push('PAYPAL_BASE_URL must be https');
  if (webhookAllowPrivate) faults.push('WEBHOOK_ALLOW_PRIVATE would let webhooks reach internal addresses');
  if (env.MAIL === 'smtp' && !smtpRequiresTls) faults.push('SMTP_TLS=optional may send codes unencrypted');
  if (env.MAIL === 'smtp' && env.MAIL_FROM.includes('.invalid>'))
    faults.push('MAIL_FROM is still the example sender');
  if (env.SMS === 'twilio' && !env.SMS_BASE_URL.startsWith('https:'))
    faults.push('SMS_BASE_URL must be https');
  if (env.DOCUMENTS_ENDPOINT.startsWith('http:')) faults.push('DOCUMENTS_ENDPOINT must be https');
  if (env.PASSWORD_RESET_URL.startsWith('http:')) faults.push('PASSWORD_RESET_URL must be https');
  if (env.WEB_ORIGINS.some((origin) => !origin.startsWith('https:')))
    faults.push('WEB_ORIGINS must be https');
  if (env.FX_SOURCE.includes('file') && !env.FX_RATES_FILE)
    faults.push('FX_SOURCE=file needs FX_RATES_FILE: the included rates are no market rates');
  for (const name of ['FX_FRANKFURTER_URL', 'FX_OPENEXCHANGERATES_URL', 'FX_ER_API_URL'] as const)
    if (env[name].startsWith('http:')) faults.push(`${name} must be https`);
  if (env.METRICS_TOKEN.length < METRICS_TOKEN_LENGTH)
    faults.push(`METRICS_TOKEN must have at least ${METRICS_TOKEN_LENGTH} characters`);
  if (!env.RATE_LIMITS) faults.push('RATE_LIMITS=false removes every limit');
  for (const [host, url] of Object.entries(urls)) {
    if (!url.startsWith('https://')) faults.push(`${host.toUpperCase()}_BASE_URL must be https`);
  }
  return faults;
}
