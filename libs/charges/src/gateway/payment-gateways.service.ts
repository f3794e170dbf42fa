import type { PaymentGateway } from './payment-gateway.port';
import type { Mode } from '@app/kernel';

export interface NamedGateway {
  /** As sessions and events show it. */
  name: string;
  gateway: PaymentGateway;
  /** Of the company's own card widget; null where it has none for us. */
  publicKey: string | null;
}

/** The card company of each mode. Which one it is, and which modes an app serves, is the app's to say. */
export class PaymentGatewaysService {
  constructor(private readonly byMode: Partial<Record<Mode, NamedGateway>>) {}

  /** Whether this app may ask about payments of this mode at all. */
  serves(mode: Mode): boolean {
    return this.byMode[mode] !== undefined;
  }

  gatewayOf(mode: Mode): NamedGateway {
    const found = this.byMode[mode];
    if (!found) throw new Error(`this app serves no ${mode} card payments`);
    return found;
  }
}
