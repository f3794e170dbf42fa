import type { Mode } from '@app/kernel';

/** A customer of the simulated company, identified by the secret key of a request. */
export interface SimulatorTenant {
  mode: Mode;
  secretKey: string;
  /** 24 bytes. */
  encryptionKey: string;
  /**
   * The receiver of `charge.completed`; null sends nothing. A function, because addresses may be known only after
   * start.
   */
  webhookUrl: () => string | null;
  /** Sent unchanged in `verif-hash`. */
  webhookHash: string;
  /** Base URL of the challenge page, without a trailing slash. */
  challengeBaseUrl: () => string;
}

/** The external wallet that the simulated company provides besides the gateway. */
export interface SimulatedWallet {
  eventsUrl: () => string;
  /** URL of the key that verifies its events. */
  certificateUrl: () => string;
  /** Part of the signed text. */
  webhookId: string;
}

/** Our credentials at the simulated provider of payouts to external wallets. */
export interface SimulatedPayoutWallet {
  clientId: string;
  clientSecret: string;
}

export interface GatewaySimulatorOptions {
  tenants: SimulatorTenant[];
  wallet?: SimulatedWallet;
  payoutWallet?: SimulatedPayoutWallet;
  /** Enables simulated failures; never in production. Default false. */
  faultsAllowed?: boolean;
  /** Delay in milliseconds of an event after the HTTP response. Default 150. */
  eventDelayMs?: number;
  /** Pauses before an event that was not acknowledged is sent again. Default 1, 3 and 10 seconds. */
  eventRetryDelaysMs?: number[];
  /** Milliseconds between checks for due events. Default 1,000. */
  pollMs?: number;
  /** A charge that waits for its buyer fails after this time. Default 30. */
  pendingMinutes?: number;
}

/** The options with their defaults, injected in the simulator. */
export class SimulatorSettingsService {
  readonly tenants: readonly SimulatorTenant[];
  readonly wallet: SimulatedWallet | undefined;
  readonly payoutWallet: SimulatedPayoutWallet | undefined;
  readonly faultsAllowed: boolean;
  readonly eventDelayMs: number;
  readonly eventRetryDelaysMs: readonly number[];
  readonly pollMs: number;
  readonly pendingMinutes: number;

  constructor(options: GatewaySimulatorOptions) {
    this.tenants = options.tenants;
    this.wallet = options.wallet;
    this.payoutWallet = options.payoutWallet;
    this.faultsAllowed = options.faultsAllowed ?? false;
    this.eventDelayMs = options.eventDelayMs ?? 150;
    this.eventRetryDelaysMs = options.eventRetryDelaysMs ?? [1_000, 3_000, 10_000];
    this.pollMs = options.pollMs ?? 1_000;
    this.pendingMinutes = options.pendingMinutes ?? 30;
  }

  tenantOf(mode: Mode): SimulatorTenant | undefined {
    return this.tenants.find((tenant) => tenant.mode === mode);
  }
}
