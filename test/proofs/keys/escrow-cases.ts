import { randomUUID } from 'node:crypto';
import type { CallOptions } from '../../support/http-client';
import type { Shop } from '../support/shop';
import type { Case } from './cases';

/** What the trials of escrows need of the other cases. */
export interface Desk {
  /** Whoever asks. */
  shop(): Promise<Shop>;
  /** A second business with money, on the other side. */
  counterpart(): Promise<Shop>;
  finance(): Promise<() => Promise<CallOptions>>;
  post(path: string, body: object, credential: CallOptions): Promise<Record<string, unknown>>;
  count(where: string, ...values: unknown[]): Promise<number>;
}

/** Every action about escrows, by the action's inner path. */
export function escrowCases(desk: Desk): Record<string, Case> {
  const credential = async () => {
    const { key } = await desk.shop();
    return () => Promise.resolve({ key });
  };
  const open = async (from: Shop, to: Shop): Promise<string> => {
    const terms = { beneficiary: to.usertag, amount: 2, description: randomUUID() };
    return (await desk.post('escrow.php?action=create', terms, { key: from.key })).uuid as string;
  };
  const disputed = async (from: Shop, to: Shop): Promise<string> => {
    const body = { uuid: await open(from, to), reason: 'It never came' };
    const { dispute } = await desk.post('escrow.php?action=dispute', body, { key: from.key });
    return (dispute as { dispute_uuid: string }).dispute_uuid;
  };
  const told =
    (type: string, ...uuids: string[]) =>
    () =>
      desk.count(`outbox WHERE type = $1 AND payload->>'uuid' = ANY ($2)`, type, uuids);

  return {
    '/api/escrow.php/create': {
      path: 'escrow.php?action=create',
      prepare: async () => {
        const description = randomUUID();
        const { usertag } = await desk.counterpart();
        const body = { beneficiary: usertag, amount: 1.5, description };
        return {
          ...{ body, otherBody: { ...body, amount: 1.51 }, credential: await credential() },
          effects: () =>
            desk.count(`ledger.journals WHERE type = 'escrow_lock' AND description = $1`, description),
        };
      },
    },

    '/api/escrow.php/release': {
      path: 'escrow.php?action=release',
      prepare: async () => {
        const [shop, other] = [await desk.shop(), await desk.counterpart()];
        const [uuid, second] = [await open(shop, other), await open(shop, other)];
        return {
          ...{ body: { uuid }, otherBody: { uuid: second }, credential: await credential() },
          effects: told('escrow.released', uuid, second),
        };
      },
    },

    '/api/escrow.php/cancel': {
      path: 'escrow.php?action=cancel',
      prepare: async () => {
        const [shop, other] = [await desk.shop(), await desk.counterpart()];
        const [uuid, second] = [await open(other, shop), await open(other, shop)];
        return {
          ...{ body: { uuid }, otherBody: { uuid: second }, credential: await credential() },
          effects: told('escrow.cancelled', uuid, second),
        };
      },
    },

    '/api/escrow.php/dispute': {
      path: 'escrow.php?action=dispute',
      prepare: async () => {
        const uuid = await open(await desk.shop(), await desk.counterpart());
        const body = { uuid, reason: 'It never came' };
        return {
          ...{ body, otherBody: { uuid, reason: 'It came broken' }, credential: await credential() },
          effects: told('escrow.disputed', uuid),
        };
      },
    },

    '/api/escrow.php/dispute-respond': {
      path: 'escrow.php?action=dispute-respond',
      prepare: async () => {
        const dispute_uuid = await disputed(await desk.counterpart(), await desk.shop());
        const body = { dispute_uuid, response: 'It did come' };
        return {
          ...{ body, otherBody: { dispute_uuid, response: 'It did not' }, credential: await credential() },
          effects: () =>
            desk.count(
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
        const dispute_uuid = await disputed(await desk.shop(), await desk.counterpart());
        const body = { dispute_uuid, resolution: 'split', beneficiary_amount: 1, note };
        const otherBody = { dispute_uuid, resolution: 'refund', note };
        return {
          ...{ body, otherBody, credential: await desk.finance() },
          effects: () => desk.count('audit_log WHERE reason = $1', note),
        };
      },
    },
  };
}
