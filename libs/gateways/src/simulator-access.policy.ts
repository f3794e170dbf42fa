import { createHmac } from 'node:crypto';
import type { Config } from '@app/config';
import type { Mode } from '@app/kernel';
import type { ExternalWalletAccess } from './external-wallet/http-external-wallet.adapter';
import type { FlutterwaveConfig } from './flutterwave/flutterwave-gateway.adapter';
import type { PayPalAccess } from './paypal/paypal-http.service';

/** Base path of the simulated company on the sandbox host. */
const SIMULATOR_PATH = '/simulator/gateway/v3';
const PAYPAL_PATH = '/simulator/paypal';
const WALLET_PATH = '/simulator/extwallet/v1';

/**
 * Access of a mode's adapter to the simulator. Both sides derive the keys from the platform's encryption key, so
 * that no further keys need configuration or can leak.
 */
export function simulatorAccess(config: Config, mode: Mode): FlutterwaveConfig {
  return {
    baseUrl: () => config.urls.sandbox + SIMULATOR_PATH,
    secretKey: derived(config, `gateway simulator secret key ${mode}`),
    encryptionKey: derived(config, `gateway simulator encryption key ${mode}`).slice(0, 24),
    timeoutMs: config.env.GATEWAY_TIMEOUT_SECONDS * 1000,
  };
}

/** Access of a mode's adapter to the simulated external wallet, which uses the same keys. */
export function walletAccess(config: Config, mode: Mode): ExternalWalletAccess {
  const { secretKey } = simulatorAccess(config, mode);
  const timeoutMs = config.env.GATEWAY_TIMEOUT_SECONDS * 1000;
  return { baseUrl: () => config.urls.sandbox + WALLET_PATH, secretKey, timeoutMs };
}

/** Access to the simulated provider of payouts to external wallets. */
export function simulatedPayPalAccess(config: Config): PayPalAccess {
  return {
    baseUrl: () => config.urls.sandbox + PAYPAL_PATH,
    clientId: 'simulated-wallet',
    clientSecret: derived(config, 'payout wallet simulator secret'),
    timeoutMs: config.env.PAYPAL_TIMEOUT_SECONDS * 1000,
  };
}

function derived(config: Config, purpose: string): string {
  return createHmac('sha256', config.env.ENCRYPTION_KEY).update(purpose).digest('base64url');
}
