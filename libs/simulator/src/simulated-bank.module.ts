import { type DynamicModule, Module } from '@nestjs/common';
import { Config } from '@app/config';
import type { Mode } from '@app/kernel';
import { simulatedPayPalAccess, simulatorAccess } from '@app/gateways';
import { GatewaySimulatorModule } from './gateway-simulator.module';
import type {
  GatewaySimulatorOptions,
  SimulatedPayoutWallet,
  SimulatedWallet,
  SimulatorTenant,
} from './common/simulator-settings.service';

const EVENTS_PATH = '/api/gateway-events.php';

/** The simulated card company of this platform, built from its configuration. */
@Module({})
export class SimulatedBankModule {
  /** The company and its challenge page, for the sandbox host. The adapters of both modes call it. */
  static whole(): DynamicModule {
    return SimulatedBankModule.with(false);
  }

  /** Only the challenge page, for the checkout host, to which live buyers are redirected. */
  static challengePage(): DynamicModule {
    return SimulatedBankModule.with(true);
  }

  /** Whether the simulated company serves live buyers. */
  static hasLivePages({ env, extwallet }: Config): boolean {
    return env.GATEWAY === 'simulator' || extwallet.provider === 'simulator';
  }

  private static with(challengeOnly: boolean): DynamicModule {
    const simulator = GatewaySimulatorModule.register({
      inject: [Config],
      useFactory: simulatorOptions,
      challengeOnly,
    });
    return { module: SimulatedBankModule, imports: [simulator] };
  }
}

/** Addresses are functions, because tests know them only after every host listens. */
export function simulatorOptions(config: Config): GatewaySimulatorOptions {
  const { urls } = config;
  const test = tenant(config, 'test', {
    webhookUrl: () => urls.sandbox + EVENTS_PATH,
    challengeBaseUrl: () => urls.sandbox,
  });
  const live = tenant(config, 'live', {
    webhookUrl: () => urls.business + EVENTS_PATH,
    challengeBaseUrl: () => urls.checkout,
  });
  // With real companies configured, no key gives access to live mode of the simulator.
  const tenants = SimulatedBankModule.hasLivePages(config) ? [test, live] : [test];
  return {
    tenants,
    faultsAllowed: !config.isProduction,
    wallet: walletOf(config),
    payoutWallet: payoutWalletOf(config),
  };
}

function payoutWalletOf(config: Config): SimulatedPayoutWallet | undefined {
  if (config.payoutWallet !== 'simulator') return undefined;
  const { clientId, clientSecret } = simulatedPayPalAccess(config);
  return { clientId, clientSecret };
}

function walletOf({ extwallet, urls }: Config): SimulatedWallet | undefined {
  if (extwallet.provider !== 'simulator') return undefined;
  return {
    eventsUrl: () => `${urls.business}${EVENTS_PATH}?provider=extwallet`,
    certificateUrl: () => `${urls.sandbox}/simulator/extwallet/certificate`,
    webhookId: extwallet.webhookId,
  };
}

function tenant(
  config: Config,
  mode: Mode,
  addresses: Pick<SimulatorTenant, 'webhookUrl' | 'challengeBaseUrl'>,
): SimulatorTenant {
  const { secretKey, encryptionKey } = simulatorAccess(config, mode);
  return { mode, secretKey, encryptionKey, webhookHash: config.env.GATEWAY_EVENT_HASH, ...addresses };
}
