import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { Config } from '@app/config';
import type { Mode } from '@app/kernel';
import { FlutterwaveBvnRegistry } from './flutterwave/flutterwave-bvn-registry.adapter';
import { FlutterwaveChargebacks } from './flutterwave/flutterwave-chargebacks.adapter';
import { FlutterwaveGateway } from './flutterwave/flutterwave-gateway.adapter';
import { accessFor, companyOf } from './gateway-access.policy';
import {
  ChargebackSource,
  ExternalWallets,
  type NamedGateway,
  PaymentGateway,
  PaymentGatewaysService,
  WaitingCardsStore,
  WaitingCardsModule,
} from '@app/charges';
import { BvnRegistry } from '@app/kyc';
import { GatewayExchangesStore } from '@app/trail';
import { HttpExternalWallet } from './external-wallet/http-external-wallet.adapter';
import { walletAccess } from './simulator-access.policy';

/**
 * Binds the payment companies: `PaymentGateway` to the first mode, `PaymentGatewaysService` and `ExternalWallets` to all
 * modes, `BvnRegistry` and `ChargebackSource` where live mode is among them.
 */
@Global()
@Module({})
export class CardGatewaysModule {
  static for(first: Mode, ...others: Mode[]): DynamicModule {
    const modes = [first, ...others];
    return {
      module: CardGatewaysModule,
      imports: [WaitingCardsModule],
      providers: [
        ...modes.map(gatewayProvider),
        { provide: PaymentGateway, useExisting: tokenOf(first) },
        ...(modes.includes('live') ? [WALLET, BVN_REGISTRY, CHARGEBACKS] : []),
        {
          provide: ExternalWallets,
          inject: [Config, { token: HttpExternalWallet, optional: true }],
          // Test mode has none, because the specification's external wallet exists in live mode only.
          useFactory: ({ extwallet }: Config, live?: HttpExternalWallet) =>
            new ExternalWallets(extwallet.provider === 'off' || !live ? {} : { live }),
        },
        {
          provide: PaymentGatewaysService,
          inject: [Config, ...modes.map(tokenOf)],
          useFactory: (config: Config, ...gateways: PaymentGateway[]) =>
            new PaymentGatewaysService(
              Object.fromEntries(
                modes.map((mode, index) => [mode, namedGateway(config, mode, gateways[index]!)]),
              ),
            ),
        },
      ],
      exports: [
        PaymentGatewaysService,
        PaymentGateway,
        ExternalWallets,
        ...(modes.includes('live') ? [BvnRegistry, ChargebackSource] : []),
      ],
    };
  }
}

const WALLET: Provider = {
  provide: HttpExternalWallet,
  inject: [Config, GatewayExchangesStore],
  useFactory: (config: Config, { add }: GatewayExchangesStore) =>
    new HttpExternalWallet(walletAccess(config, 'live'), add),
};

const BVN_REGISTRY: Provider = {
  provide: BvnRegistry,
  inject: [Config],
  useFactory: (config: Config) => new FlutterwaveBvnRegistry(accessFor(config, 'live')),
};

const CHARGEBACKS: Provider = {
  provide: ChargebackSource,
  inject: [Config, GatewayExchangesStore],
  useFactory: (config: Config, { add }: GatewayExchangesStore) =>
    new FlutterwaveChargebacks(accessFor(config, 'live'), add),
};

/** Each adapter is a provider, so that Nest closes it with the host. */
function gatewayProvider(mode: Mode): Provider {
  return {
    provide: tokenOf(mode),
    inject: [Config, WaitingCardsStore, GatewayExchangesStore],
    useFactory: (config: Config, cards: WaitingCardsStore, { add }: GatewayExchangesStore) =>
      new FlutterwaveGateway(accessFor(config, mode), cards, add),
  };
}

function tokenOf(mode: Mode): string {
  return `card gateway of ${mode} mode`;
}

function namedGateway(config: Config, mode: Mode, gateway: PaymentGateway): NamedGateway {
  const name = companyOf(config, mode);
  // The simulated company has no widget.
  const publicKey = name === 'simulator' ? null : config.env.GATEWAY_PUBLIC_KEY || null;
  return { name, gateway, publicKey };
}
