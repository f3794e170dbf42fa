import { CURRENCIES, type DomainEvent, Money } from '@app/kernel';
import * as fc from 'fast-check';
import { Escrow } from './escrow.aggregate';
import type { EscrowParties } from './escrow.events';
import { EscrowDispute } from './escrow-dispute.aggregate';
import { escrowFee } from './escrow-fee.policy';
import { settlementOf, sharesOf } from './escrow-settlement.policy';
import { RESOLUTIONS, type Resolution } from './escrow.states';
import type { EscrowSettlement } from '../money/escrow.money';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const LATER = new Date('2026-12-06T10:00:00.000Z');
const PARTIES = {
  initiator: { id: 'ada-id', usertag: 'ada', name: 'Ada Obi' },
  beneficiary: { id: 'ben-id', usertag: 'ben', name: 'Ben Bello' },
} as EscrowParties;

interface Given {
  minor?: bigint;
  /** The amount charged to a checkout buyer; by default the initiator's wallet paid. */
  charged?: Money;
  currency?: (typeof CURRENCIES)[number];
}

function escrowOf({ minor = 100_000n, charged, currency = 'NGN' }: Given = {}): Escrow {
  const amount = new Money(minor, currency);
  const fee = escrowFee(amount);
  const due = amount.plus(fee);
  const escrow = Escrow.fund(
    {
      id: 'escrow-id',
      mode: 'live',
      tokenHash: Buffer.alloc(32),
      amount,
      fee,
      initiatorId: charged ? null : 'ada-id',
      initiatorEmail: charged ? 'ada@example.com' : null,
      initiatorName: null,
      beneficiaryId: 'ben-id',
      holdAccountId: 'locked',
      held: charged ? amount : due,
      paid: charged ?? due,
      paidThrough: charged ? 'gateway' : 'wallet',
      payerAccountId: charged ? null : 'ada-wallet',
      appId: null,
      description: null,
      condition: null,
      deadlineAt: LATER,
      checkoutSessionId: charged ? 'cs_live_1' : null,
    },
    PARTIES,
    null,
    NOW,
  );
  escrow.uncommit();
  return escrow;
}

function dispute(escrow: Escrow): EscrowDispute {
  const raised = EscrowDispute.raise(escrow, 'initiator', { reason: 'It never came', evidence: null }, NOW);
  escrow.dispute(raised, PARTIES);
  return raised;
}

const settled = (escrow: Escrow) =>
  (escrow.getUncommittedEvents().at(-1) as DomainEvent<{ settlement: EscrowSettlement }>).data.settlement;

describe('the money that an escrow holds', () => {
  const requests = fc.record({
    minor: fc.bigInt(2n, 10n ** 13n),
    currency: fc.constantFrom(...CURRENCIES),
    resolution: fc.constantFrom(...RESOLUTIONS),
    part: fc.bigInt(1n, 10n ** 13n),
    naira: fc.option(fc.bigInt(1n, 10n ** 15n)),
  });

  it('is paid out in full on every path: in = out + fee, and no payment is negative', () => {
    fc.assert(
      fc.property(requests, ({ minor, currency, resolution, part, naira }) => {
        const charged = naira === null || currency === 'NGN' ? undefined : new Money(naira, 'NGN');
        const escrow = escrowOf({ minor, currency, charged });
        const share = resolution === 'split' ? 1n + (part % (minor - 1n)) : null;
        const { hold, feeApart, feeEarned, beneficiary, initiator } = settle(escrow, resolution, share);
        const out = feeEarned.plus(beneficiary.amount).plus(initiator.amount);
        expect(out).toEqual(hold.amount.plus(feeApart));
        expect(out).toEqual(escrow.amount.plus(escrow.fee));
        expect([beneficiary.amount, initiator.amount, feeEarned].every((one) => one.minor >= 0n)).toBe(true);
        // Never more than was paid, and all of it where the beneficiary gets nothing.
        expect(initiator.returned.minor <= escrow.paid.minor).toBe(true);
        if (resolution === 'refund') expect(initiator.returned).toEqual(escrow.paid);
        if (resolution === 'release') expect(beneficiary.amount).toEqual(escrow.amount);
        expect(feeEarned.isZero).toBe(resolution === 'refund');
      }),
    );
  });

  function settle(escrow: Escrow, resolution: Resolution, share: bigint | null): EscrowSettlement {
    try {
      return settlementOf(escrow, sharesOf(escrow, resolution, share), 'ben-wallet');
    } catch (error) {
      // A remainder of zero in the currency of the payment is refused.
      expect((error as Error).message).toContain('is worth less than');
      fc.pre(false);
      throw error;
    }
  }

  it('is returned in proportion to a payment in another currency, rounded down', () => {
    const escrow = escrowOf({ minor: 1000n, currency: 'USD', charged: new Money(1_522_501n, 'NGN') });
    dispute(escrow);
    const { initiator } = settlementOf(escrow, sharesOf(escrow, 'split', 400n), 'ben-wallet');
    // 600 of 1015 parts of 1,522,501
    expect(initiator).toEqual({
      amount: new Money(600n, 'USD'),
      returned: new Money(900_000n, 'NGN'),
      way: { through: 'gateway' },
    });
  });

  it('is returned to the wallet that paid', () => {
    const escrow = escrowOf();
    const { initiator } = settlementOf(escrow, sharesOf(escrow, 'refund'), null);
    expect(initiator).toEqual({
      amount: new Money(101_500n, 'NGN'),
      returned: new Money(101_500n, 'NGN'),
      way: { through: 'wallet', accountId: 'ada-wallet' },
    });
  });

  it('is not divided into a part of zero in the currency of the payment', () => {
    const escrow = escrowOf({ minor: 100_000n, charged: new Money(67n, 'USD') });
    expect(() => settlementOf(escrow, sharesOf(escrow, 'split', 99_999n), 'x')).toThrow(
      'What is left for the initiator is worth less than 0.01 USD.',
    );
  });

  it.each([
    ['split', null],
    ['split', 0n],
    ['split', 100_000n],
    ['split', 100_001n],
    ['release', 1n],
    ['refund', 1n],
  ] as const)('is not divided by %s with a share of %s', (resolution, share) => {
    expect(() => sharesOf(escrowOf(), resolution, share)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringMatching(/split/) }),
    );
  });
});

describe('the parties of an escrow', () => {
  it('release as the initiator, and cancel as the beneficiary', () => {
    expect(() => escrowOf().release('beneficiary', PARTIES, 'x', NOW)).toThrow('Only the initiator');
    expect(() => escrowOf().cancel('initiator', PARTIES, NOW)).toThrow('Only the beneficiary');
  });

  it('do neither while it is disputed', () => {
    const escrow = escrowOf();
    dispute(escrow);
    expect(() => escrow.release('initiator', PARTIES, 'x', NOW)).toThrow('disputed');
    expect(() => escrow.cancel('beneficiary', PARTIES, NOW)).toThrow('disputed');
    expect(() => dispute(escrow)).toThrow('A disputed escrow cannot dispute');
  });

  it('answer a dispute as the other party, and only once', () => {
    const raised = dispute(escrowOf());
    expect(raised.resolveBy).toEqual(new Date('2026-11-23T10:00:00.000Z'));
    expect(() => raised.respond('initiator', 'It did', NOW)).toThrow('The other party');
    raised.respond('beneficiary', 'It did', NOW);
    expect([raised.status, raised.response, raised.respondedAt]).toEqual(['responded', 'It did', NOW]);
    expect(() => raised.respond('beneficiary', 'Really', NOW)).toThrow('A responded dispute');
  });

  it('leave a resolution to staff, who resolve only a disputed escrow', () => {
    const verdict = { resolution: 'split', beneficiaryMinor: 1n } as const;
    const other = escrowOf();
    const raised = dispute(escrowOf());
    expect(() => other.resolve(raised.id, verdict, PARTIES, 'x', NOW)).toThrow('not disputed');
  });
});

describe('staff', () => {
  it.each([
    ['release', 'released', 'ben-wallet', 100_000n, 0n],
    ['refund', 'refunded', null, 0n, 101_500n],
    ['split', 'resolved_split', 'ben-wallet', 40_000n, 60_000n],
  ] as const)('end a dispute by %s', (resolution, status, accountId, toBeneficiary, toInitiator) => {
    const escrow = escrowOf();
    const raised = dispute(escrow);
    const beneficiaryMinor = resolution === 'split' ? 40_000n : null;
    const verdict = { resolution, beneficiaryMinor };
    const { beneficiary, initiator } = escrow.resolve(raised.id, verdict, PARTIES, 'ben-wallet', LATER);
    const award = { beneficiaryMinor: beneficiary.amount.minor, initiatorMinor: initiator.amount.minor };
    raised.resolve({ resolution, ...award, note: 'Both' }, LATER);
    expect([escrow.status, raised.status, raised.resolution]).toEqual([status, 'resolved', resolution]);
    expect([raised.beneficiaryMinor, raised.initiatorMinor, raised.resolvedAt]).toEqual([
      ...[toBeneficiary, toInitiator, LATER],
    ]);
    expect([escrow.releasedAt, escrow.refundedAt]).toEqual([
      ...[status === 'released' ? LATER : null, status === 'refunded' ? LATER : null],
    ]);
    expect(settled(escrow).beneficiary.accountId).toBe(accountId);
  });
});

describe('a deadline', () => {
  const before = new Date(LATER.getTime() - 1);

  it('has passed at its exact time while the escrow is open, and is reported once', () => {
    const escrow = escrowOf();
    expect([escrow.isOverdue(before), escrow.isOverdue(LATER)]).toEqual([false, true]);
    expect(escrow.passDeadline(PARTIES, before)).toBe(false);
    expect([escrow.passDeadline(PARTIES, LATER), escrow.passDeadline(PARTIES, LATER)]).toEqual([true, false]);
    expect(escrow.getUncommittedEvents().map(({ type }) => type)).toEqual(['escrow.overdue']);
    expect(escrow.status).toBe('funded');
  });

  it('has no effect on an ended escrow and may be absent', () => {
    const [ended, open] = [escrowOf(), escrowOf()];
    ended.release('initiator', PARTIES, 'x', NOW);
    open.deadlineAt = null;
    expect([ended.isOverdue(LATER), open.isOverdue(LATER)]).toEqual([false, false]);
    expect(ended.passDeadline(PARTIES, LATER)).toBe(false);
  });
});

it('alerts staff of a dispute once, from its time on', () => {
  const escrow = escrowOf();
  const raised = dispute(escrow);
  escrow.uncommit();
  const before = new Date(raised.resolveBy.getTime() - 1);
  const alerts = [before, raised.resolveBy, LATER].map((now) => raised.alert(now));
  expect(alerts).toEqual([false, true, false]);
  escrow.disputeLate(raised, PARTIES);
  expect(escrow.getUncommittedEvents()).toMatchObject([
    {
      type: 'escrow.dispute-late',
      data: { disputeId: raised.id, resolveBy: raised.resolveBy.toISOString() },
    },
  ]);
});
