import { randomUUID } from 'node:crypto';
import type { Shop } from '../../support/shop';
import { type Case, type Cases, type Host, pairOf } from './case';
import type { Cast } from './cast';

/** Every action on escrows. */
export function escrowCases(cast: Cast): Cases {
  /** A secret key, or an access token on the personal host, where the PIN in the body counts. */
  const credential = async (host: Host) =>
    host === 'app' ? cast.tokenOf(await cast.shop()) : cast.owner('business');
  const open = async (from: Shop, to: Shop): Promise<string> => {
    const terms = { beneficiary: to.usertag, amount: 2, description: randomUUID() };
    return (await cast.post('business', 'escrow.php?action=create', terms, { key: from.key })).uuid as string;
  };
  const disputed = async (from: Shop, to: Shop): Promise<string> => {
    const body = { uuid: await open(from, to), reason: 'It never came' };
    const { dispute } = await cast.post('business', 'escrow.php?action=dispute', body, { key: from.key });
    return (dispute as { dispute_uuid: string }).dispute_uuid;
  };
  const eventsAbout =
    (type: string, ...uuids: string[]) =>
    () =>
      cast.count(`outbox WHERE type = $1 AND payload->>'uuid' = ANY ($2)`, type, uuids);
  const ended = (
    action: string,
    event: string,
    begun: (shop: Shop, other: Shop) => Promise<string>,
  ): Case => ({
    path: `escrow.php?action=${action}`,
    prepare: async (host, twoBodies) => {
      const [shop, other] = [await cast.shop(), await cast.counterpart()];
      const [uuid, second] = await pairOf(twoBodies, () => begun(shop, other));
      return {
        body: { uuid, pin: shop.pin },
        otherBody: { uuid: second, pin: shop.pin },
        credential: await credential(host),
        effects: eventsAbout(event, uuid, second),
      };
    },
  });

  return {
    '/api/escrow.php/create': {
      path: 'escrow.php?action=create',
      prepare: async (host) => {
        const description = randomUUID();
        const { usertag } = await cast.counterpart();
        const { pin } = await cast.shop();
        const body = { beneficiary: usertag, amount: 1.5, description, pin };
        return {
          body,
          otherBody: { ...body, amount: 1.51 },
          credential: await credential(host),
          effects: () =>
            cast.count(`ledger.journals WHERE type = 'escrow_lock' AND description = $1`, description),
        };
      },
    },

    '/api/escrow.php/release': ended('release', 'escrow.released', (shop, other) => open(shop, other)),
    '/api/escrow.php/cancel': ended('cancel', 'escrow.cancelled', (shop, other) => open(other, shop)),

    '/api/escrow.php/dispute': {
      path: 'escrow.php?action=dispute',
      prepare: async (host) => {
        const uuid = await open(await cast.shop(), await cast.counterpart());
        const body = { uuid, reason: 'It never came' };
        return {
          body,
          otherBody: { uuid, reason: 'It came broken' },
          credential: await credential(host),
          effects: eventsAbout('escrow.disputed', uuid),
        };
      },
    },

    '/api/escrow.php/dispute-respond': {
      path: 'escrow.php?action=dispute-respond',
      prepare: async (host) => {
        const dispute_uuid = await disputed(await cast.counterpart(), await cast.shop());
        const body = { dispute_uuid, response: 'It did come' };
        return {
          body,
          otherBody: { dispute_uuid, response: 'It did not' },
          credential: await credential(host),
          effects: () =>
            cast.count(
              `outbox WHERE type = 'escrow.dispute-answered' AND payload->>'disputeId' = $1`,
              dispute_uuid,
            ),
        };
      },
    },

    '/api/admin.php/escrow/resolve': {
      path: 'admin.php?section=escrow&action=resolve',
      prepare: async () => {
        const note = randomUUID();
        const dispute_uuid = await disputed(await cast.shop(), await cast.counterpart());
        const body = { dispute_uuid, resolution: 'split', beneficiary_amount: 1, note };
        const otherBody = { dispute_uuid, resolution: 'refund', note };
        return {
          body,
          otherBody,
          credential: await cast.staff('finance'),
          ...cast.audited(note),
        };
      },
    },
  };
}
