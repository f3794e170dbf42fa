import type { CardGateway } from '@app/deposits';
import type { Mode } from '@app/kernel';

export interface NamedGateway {
  /** As sessions and events show it. */
  name: string;
  gateway: CardGateway;
  /** Of the company's own card widget; null where it has none for us. */
  publicKey: string | null;
}

/** The card company of each mode. Which one it is, and which modes an app serves, is the app's to say. */
export class CardGateways {
  constructor(private readonly byMode: Partial<Record<Mode, NamedGateway>>) {}

  of(mode: Mode): NamedGateway {
    const found = this.byMode[mode];
    if (!found) throw new Error(`this app serves no ${mode} card payments`);
    return found;
  }
}
