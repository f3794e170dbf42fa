import { number, text } from './ask';
import type { Modelled } from './step';
import type { PaymentLink, Request, World } from './world';

const call = (action: string, body: Record<string, unknown>) =>
  ({ host: 'business', path: `features.php?section=payment-links&action=${action}`, body }) as const;

export interface LinkInput {
  account: number;
  currency: Modelled;
  /** Null: the payer chooses one, of at least `least`. */
  minor: bigint | null;
  least: bigint;
  maxUses: number | null;
}

export function createLink(world: World, { account, currency, minor, least, maxUses }: LinkInput): Request {
  const amounts = minor === null ? { min_amount: text(least) } : { amount: text(minor) };
  return {
    account,
    call: call('create', {
      title: 'A book',
      currency,
      ...amounts,
      ...(maxUses !== null && { max_uses: maxUses }),
    }),
    decide: () => ({
      status: 200,
      fields: { amount: minor === null ? null : number(minor), currency, active: true, uses: 0 },
      learn: ({ body: { id, code } }) =>
        world.links.push({
          account,
          id,
          code,
          currency,
          minor,
          least,
          maxUses,
          isActive: true,
          uses: 0,
        }),
    }),
  };
}

export function switchLink(link: PaymentLink, isActive: boolean): Request {
  return {
    account: link.account,
    call: call('update', { id: link.id, active: isActive }),
    decide: () => {
      link.isActive = isActive;
      return { status: 200, fields: linkState(link) };
    },
  };
}

export function linkState(link: PaymentLink) {
  const { id, isActive, uses, maxUses } = link;
  return {
    id,
    active: isActive,
    uses,
    places_left: maxUses === null ? null : maxUses - uses,
  };
}
