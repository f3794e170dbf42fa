import { SendRefunds } from '@app/checkout';
import { Commands } from '@app/write-path';
import { EscrowTokensService, ReleaseEscrow } from '@app/escrow';
import * as fc from 'fast-check';
import { ask, meets, number, refused, text } from './ask';
import { create, end, isWorthSomething, settle } from './escrow-requests';
import { sent } from './refund-requests';
import type { Service } from './service';
import { accountAt, asking, currency, keyed, minor, nat, pick, Step } from './step';
import type { Escrow, World } from './world';

const amount = fc.oneof(
  { weight: 2, arbitrary: fc.record({ minor }) },
  { weight: 3, arbitrary: fc.record({ permille: fc.integer({ min: 1, max: 300 }) }) },
  { weight: 1, arbitrary: fc.record({ beyond: fc.constantFrom(0n, 1n) }) },
);

export const escrowsCreated = fc
  .record({
    from: nat,
    amount,
    currency: fc.option(currency),
    keyed,
    to: fc.oneof({ weight: 30, arbitrary: nat }, { weight: 1, arbitrary: fc.constant('unknown' as const) }),
  })
  .map((request) =>
    asking('CreateEscrow', request, (world) => {
      const { books } = world;
      const from = accountAt(world, request.from);
      const to = request.to === 'unknown' ? request.to : accountAt(world, request.to);
      const balance = books.accounts[from]!.wallet(request.currency ?? undefined)?.balance ?? 0n;
      const wanted = 'minor' in request.amount ? request.amount.minor : share(world, balance, request.amount);
      return create(world, { from, to, minor: wanted < 1n ? 1n : wanted, currency: request.currency });
    }),
  );

/** By any account: the right party, the wrong one or a stranger, on an escrow that is open or ended. */
export const escrowsEnded = fc
  .record({
    escrow: nat,
    keyed,
    action: fc.constantFrom('release' as const, 'cancel' as const),
    by: fc.oneof(
      { weight: 6, arbitrary: fc.constant('right' as const) },
      { weight: 1, arbitrary: fc.constant('wrong' as const) },
      { weight: 1, arbitrary: nat },
    ),
  })
  .map(
    (input) =>
      new Step(
        ...(['EndEscrow', input] as const),
        async (world, service) => {
          const escrow = await known(service, pick(world.escrows, input.escrow));
          const parties = [escrow.initiator, escrow.beneficiary];
          const [right, wrong] = input.action === 'release' ? parties : [...parties].reverse();
          const named = input.by === 'right' ? right : input.by === 'wrong' ? wrong : input.by;
          // Buyers who paid by card have no account; see below.
          const account = accountAt(world, named ?? escrow.beneficiary);
          const request = end(world, escrow, input.action, account);
          await ask(world, service, request, input.keyed ? world.newKey(request) : null);
          await sendRefunds(world, service);
        },
        (world) => world.escrows.length > 0,
      ),
  );

/** A buyer without an account releases it to the merchant. */
export const portalsUsed = fc.record({ escrow: nat }).map(
  (request) =>
    new Step(
      ...(['ReleaseThroughPortal', request] as const),
      async (world, service) => {
        const escrow = await known(service, pick(ofCards(world), request.escrow));
        const token = service.platform.inside('checkout', EscrowTokensService).tokenOf(escrow.uuid!);
        const commands = service.platform.inside('checkout', Commands);
        const released = commands.execute(new ReleaseEscrow({ portalToken: token, mode: 'live' }));
        if (escrow.status !== 'funded')
          return expect(released).rejects.toMatchObject({ code: 'INVALID_STATE' });
        await released;
        settle(world, escrow, escrow.minor);
      },
      (world) => ofCards(world).length > 0,
    ),
);

/** The beneficiary disputes and staff decide with any share. An impossible split leaves it disputed. */
export const disputesResolved = fc
  .record({
    escrow: nat,
    ofCard: fc.boolean(),
    resolution: fc.constantFrom('release' as const, 'refund' as const, 'split' as const),
    permille: fc.integer({ min: 0, max: 1000 }),
  })
  .map(
    (request) =>
      new Step(
        ...(['ResolveDispute', request] as const),
        async (world, service) => {
          const foreign = open(world).filter(
            ({ charged, currency: code }) => charged !== null && code !== 'NGN',
          );
          // Card payments in another currency are rare but the hardest to split.
          const among = request.ofCard && foreign.length > 0 ? foreign : open(world);
          const escrow = await known(service, pick(among, request.escrow));
          if (escrow.status === 'funded') await dispute(service, escrow);
          const part = (escrow.minor * BigInt(request.permille)) / 1000n;
          const isSplit = request.resolution === 'split';
          const body = {
            dispute_uuid: escrow.disputeUuid,
            resolution: request.resolution,
            note: 'Both were heard',
            ...(isSplit && { beneficiary_amount: text(part) }),
          };
          const reply = await service.byStaff('admin.php?section=escrow&action=resolve', body);
          if (isSplit && (part === 0n || part === escrow.minor || !isWorthSomething(escrow, part)))
            return meets(reply, refused(400, 'VALIDATION_ERROR'));
          const shares = { release: escrow.minor, refund: 0n, split: part };
          const status = settle(world, escrow, shares[request.resolution]);
          meets(reply, {
            status: 200,
            fields: {
              uuid: escrow.uuid,
              status,
              dispute: { beneficiary_amount: number(shares[request.resolution]) },
            },
          });
          await sendRefunds(world, service);
        },
        (world) => open(world).length > 0,
      ),
  );

/** The card company sends all due refunds, in the service and in the model. */
export async function sendRefunds(world: World, { platform }: Service): Promise<void> {
  await platform.inside('scheduler', SendRefunds).run();
  world.books.move('unapplied', 'NGN', -world.refundsDue);
  world.books.move('card-gateway-clearing', 'NGN', world.refundsDue);
  world.refundsDue = 0n;
  for (const refund of world.refunds) if (refund.status === 'pending') sent(world, refund);
}

async function dispute(service: Service, escrow: Escrow): Promise<void> {
  const body = { uuid: escrow.uuid, reason: 'It never came' };
  const reply = await service.of(escrow.beneficiary, 'POST', 'escrow.php?action=dispute', body);
  meets(reply, { status: 200, fields: { uuid: escrow.uuid, status: 'disputed' } });
  escrow.status = 'disputed';
  escrow.disputeUuid = reply.body.dispute.dispute_uuid as string;
}

/** Its name; null if a session created it and no request has read it yet. */
async function known({ platform }: Service, escrow: Escrow): Promise<Escrow> {
  if (escrow.uuid) return escrow;
  const sql = 'SELECT id FROM escrows WHERE checkout_session_id = $1';
  const [row] = await platform.sql<{ id: string }>(sql, [escrow.sessionId]);
  escrow.uuid = row!.id;
  return escrow;
}

const ofCards = ({ escrows }: Readonly<World>) => escrows.filter(({ charged }) => charged !== null);
const open = ({ escrows }: Readonly<World>) =>
  escrows.filter(({ status }) => status === 'funded' || status === 'disputed');

/** A part of the balance, or the most that it covers together with the fee, or one unit more. */
function share(
  { books }: World,
  balance: bigint,
  request: { permille: number } | { beyond: bigint },
): bigint {
  if ('permille' in request) return (balance * BigInt(request.permille)) / 1000n;
  let most = (balance * 1000n) / 1015n;
  while (most + 1n + books.escrowFeeOf(most + 1n) <= balance) most += 1n;
  while (most > 0n && most + books.escrowFeeOf(most) > balance) most -= 1n;
  return most + request.beyond;
}
