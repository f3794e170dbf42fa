import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '@app/config';
import { Clock, type Mode } from '@app/kernel';
import { FlutterwaveGateway, type FlutterwaveConfig } from './flutterwave/flutterwave-gateway';
import { CardGateway, CardGateways } from './port';
import { simulatorAccess } from './simulator-access';

const COMPANY_URL = 'https://api.flutterwave.com/v3';

/** One adapter per mode, made from the configuration and closed with the host. */
class ConfiguredCardGateways extends CardGateways implements OnApplicationShutdown {
  private readonly gateways: Map<Mode, FlutterwaveGateway>;

  constructor(modes: readonly Mode[], config: Config, clock: Clock) {
    super();
    this.gateways = new Map(
      modes.map((mode) => [mode, new FlutterwaveGateway(accessFor(config, mode), clock)]),
    );
  }

  of(mode: Mode): CardGateway {
    const gateway = this.gateways.get(mode);
    if (!gateway) throw new Error(`this process has no card gateway for ${mode} mode`);
    return gateway;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.gateways.values()].map((gateway) => gateway.onApplicationShutdown()));
  }
}

/** Test mode never leaves the house; live mode goes where `GATEWAY` says. */
function accessFor(config: Config, mode: Mode): FlutterwaveConfig {
  const { env } = config;
  if (mode === 'test' || env.GATEWAY === 'simulator') return simulatorAccess(config, mode);
  return {
    baseUrl: (env.GATEWAY_BASE_URL || COMPANY_URL).replace(/\/+$/, ''),
    secretKey: env.GATEWAY_SECRET_KEY,
    encryptionKey: env.GATEWAY_ENCRYPTION_KEY,
    timeoutMs: env.GATEWAY_TIMEOUT_SECONDS * 1000,
  };
}

/** Binds `CardGateways`, and `CardGateway` to the gateway of the first mode named. */
@Global()
@Module({})
export class CardGatewaysModule {
  static for(first: Mode, ...others: Mode[]): DynamicModule {
    return {
      module: CardGatewaysModule,
      providers: [
        {
          provide: CardGateways,
          inject: [Config, Clock],
          useFactory: (config: Config, clock: Clock) =>
            new ConfiguredCardGateways([first, ...others], config, clock),
        },
        {
          provide: CardGateway,
          inject: [CardGateways],
          useFactory: (gateways: CardGateways) => gateways.of(first),
        },
      ],
      exports: [CardGateways, CardGateway],
    };
  }
}
