import type { Config } from '@app/config';
import type { Mode } from '@app/kernel';
import type { FlutterwaveConfig } from './flutterwave/flutterwave-gateway.adapter';
import type { PayPalAccess } from './paypal/paypal-http.service';
import { simulatedPayPalAccess, simulatorAccess } from './simulator-access.policy';

const COMPANY_URL = 'https://api.flutterwave.com/v3';

/** Test mode uses the simulator; live mode uses the company that `GATEWAY` names. */
export function companyOf({ env }: Config, mode: Mode): 'simulator' | 'flutterwave' {
  return mode === 'test' ? 'simulator' : env.GATEWAY;
}

export function accessFor(config: Config, mode: Mode): FlutterwaveConfig {
  if (companyOf(config, mode) === 'simulator') return simulatorAccess(config, mode);
  const { env } = config;
  return {
    baseUrl: (env.GATEWAY_BASE_URL || COMPANY_URL).replace(/\/+$/, ''),
    secretKey: env.GATEWAY_SECRET_KEY,
    encryptionKey: env.GATEWAY_ENCRYPTION_KEY,
    timeoutMs: env.GATEWAY_TIMEOUT_SECONDS * 1000,
  };
}

/** Access to the provider that pays to external wallets; the configuration has one. */
export function payPalAccessFor(config: Config): PayPalAccess {
  if (config.payoutWallet === 'simulator') return simulatedPayPalAccess(config);
  const { env } = config;
  return {
    baseUrl: () => env.PAYPAL_BASE_URL,
    clientId: env.PAYPAL_CLIENT_ID,
    clientSecret: env.PAYPAL_CLIENT_SECRET,
    timeoutMs: env.PAYPAL_TIMEOUT_SECONDS * 1000,
  };
}
