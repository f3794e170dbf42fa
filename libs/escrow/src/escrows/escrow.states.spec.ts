import {
  DISPUTE_STATUSES,
  disputeStates,
  ESCROW_STATUSES,
  ESCROW_ACTIONS,
  escrowStates,
} from './escrow.states';

describe('an escrow', () => {
  const rows: [from: string, verb: string, to: string][] = [
    ['funded', 'release', 'released'],
    ['funded', 'cancel', 'refunded'],
    ['funded', 'dispute', 'disputed'],
    ['funded', 'take-back', 'refunded'],
    ['disputed', 'take-back', 'refunded'],
    ['disputed', 'award-release', 'released'],
    ['disputed', 'award-refund', 'refunded'],
    ['disputed', 'award-split', 'resolved_split'],
  ];

  it.each(ESCROW_STATUSES.flatMap((from) => ESCROW_ACTIONS.map((verb) => [from, verb])))(
    'changes from %s by %s only as the contract says',
    (from, verb) => {
      const row = rows.find(([state, by]) => state === from && by === verb);
      if (row) expect(escrowStates.next(from as never, verb as never)).toBe(row[2]);
      else expect(() => escrowStates.next(from as never, verb as never)).toThrow(`A ${from} escrow cannot`);
    },
  );

  it('is over once it is released, refunded or split', () => {
    expect(ESCROW_STATUSES.filter((status) => escrowStates.isTerminal(status))).toEqual([
      ...['released', 'refunded', 'resolved_split'],
    ]);
  });
});

describe('a dispute', () => {
  it.each(DISPUTE_STATUSES)('is answered once and resolved once if it is %s', (from) => {
    const next = (verb: 'respond' | 'resolve') =>
      disputeStates.allows(from, verb) ? disputeStates.next(from, verb) : null;
    expect([next('respond'), next('resolve')]).toEqual(
      { open: ['responded', 'resolved'], responded: [null, 'resolved'], resolved: [null, null] }[from],
    );
  });
});
