import type { Mode } from '@app/kernel';

/** One customer of the simulated company. The secret key of a request decides which one it is. */
export interface SimulatorTenant {
  mode: Mode;
  secretKey: string;
  /** 24 bytes. */
  encryptionKey: string;
  /** Where `charge.completed` goes; null sends nothing. A function, because addresses may be known only after listen. */
  webhookUrl: () => string | null;
  /** Sent verbatim in `verif-hash`. */
  webhookHash: string;
  /** Host part of the challenge page's address, without a trailing slash. */
  challengeBaseUrl: () => string;
}

/** The external wallet that the simulated company plays beside the gateway. */
export interface SimulatedWallet {
  eventsUrl: () => string;
  /** Where the key of its events is found. */
  certificateUrl: () => string;
  /** Part of what it signs. */
  webhookId: string;
}

export interface GatewaySimulatorOptions {
  tenants: SimulatorTenant[];
  wallet?: SimulatedWallet;
  /** Opens the fault switches; never in production. Default false. */
  faultsAllowed?: boolean;
  /** Head start of the HTTP answer over its event. Default 150. */
  eventDelayMs?: number;
  /** Pauses before the repeats of an event that was not acknowledged. Default 1, 3 and 10 seconds. */
  eventRetryDelaysMs?: number[];
  /** How often due events are looked for. Default 1,000. */
  pollMs?: number;
  /** After this a charge that still waits for its buyer fails. Default 30. */
  pendingMinutes?: number;
}

/** The options with their defaults; injected everywhere in the simulator. */
export class SimulatorSettings {
  readonly tenants: readonly SimulatorTenant[];
  readonly wallet: SimulatedWallet | undefined;
  readonly faultsAllowed: boolean;
  readonly eventDelayMs: number;
  readonly eventRetryDelaysMs: readonly number[];
  readonly pollMs: number;
  readonly pendingMinutes: number;

  constructor(options: GatewaySimulatorOptions) {
    this.tenants = options.tenants;
    this.wallet = options.wallet;
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
