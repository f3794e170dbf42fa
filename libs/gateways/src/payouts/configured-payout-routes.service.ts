import { type PayoutProvider, type PayoutRoute, PayoutRoutes } from '@app/payouts';

/** The provider of each way to pay out; null: the configuration has none. */
export interface PayoutProviders {
  bank: PayoutProvider | null;
  extwallet: PayoutProvider | null;
}

/**
 * Routes by the configuration. Finance pays mobile money by hand, and bank accounts in GBP, USD and EUR, for which the
 * provider requires the recipient's address.
 */
export class ConfiguredPayoutRoutesService extends PayoutRoutes {
  constructor(private readonly providers: PayoutProviders) {
    super();
  }

  providerFor(route: PayoutRoute): PayoutProvider | undefined {
    const { bank, extwallet } = this.providers;
    switch (route.method) {
      case 'bank':
        return route.scheme === 'local' ? (bank ?? undefined) : undefined;
      case 'extwallet':
        return extwallet ?? undefined;
      case 'mobile_money':
        return undefined;
    }
  }

  named(name: string): PayoutProvider | undefined {
    const { bank, extwallet } = this.providers;
    return [bank, extwallet].find((provider) => provider?.name === name) ?? undefined;
  }
}
