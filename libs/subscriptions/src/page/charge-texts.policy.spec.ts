import { type ChargeState, chargeTextsOf } from './charge-texts.policy';
import en from './locales/en.json';
import fr from './locales/fr.json';

type Row = [Partial<ChargeState>, ...string[]];

const ends = { cancelAtPeriodEnd: true };
const trial = { cancelAtPeriodEnd: false, status: 'trialing' } as const;
const active = { cancelAtPeriodEnd: false, status: 'active' } as const;
const late = { cancelAtPeriodEnd: false, status: 'past_due' } as const;
const [card, wallet, byLinks] = [
  { authority: 'card' },
  { authority: 'wallet' },
  { authority: null },
] as const;
const [covered, notCovered] = [{ coversNext: true }, { coversNext: false }];
const [lasting, expiring] = [{ cardLasts: true }, { cardLasts: false }];
const [free, payable] = [{ creditPaysNext: true }, { creditPaysNext: false }];
const [charge, link, none] = [{ openBill: 'charge' }, { openBill: 'link' }, { openBill: null }] as const;

const expires = ({ openBill }: Partial<ChargeState>) =>
  openBill === 'charge' ? 'active.card' : 'card.expires';

/** The next bill, which is named after the text of an unpaid link too. */
const next = (state: Partial<ChargeState>, ...before: string[]): Row[] => [
  [{ ...state, ...card, ...covered, ...payable, ...lasting }, ...before, 'active.card'],
  [{ ...state, ...card, ...covered, ...payable, ...expiring }, ...before, expires(state)],
  [{ ...state, ...wallet, ...covered, ...payable }, ...before, 'active.wallet'],
  [{ ...state, ...card, ...covered, ...free }, ...before, 'active.credit'],
  [{ ...state, ...wallet, ...covered, ...free }, ...before, 'active.credit'],
  [{ ...state, ...card, ...notCovered, ...payable }, ...before, 'card.ends'],
  [{ ...state, ...wallet, ...notCovered, ...payable }, ...before, 'wallet.ends'],
  [{ ...state, ...card, ...notCovered, ...free }, ...before, 'card.ends-credit'],
  [{ ...state, ...wallet, ...notCovered, ...free }, ...before, 'wallet.ends-credit'],
];

/** Each combination is one of a single row. */
const ROWS: Row[] = [
  [{ ...ends, ...none }, 'ending.text'],
  [{ ...ends, ...link }, 'ending.owed'],
  [{ ...ends, ...charge, ...byLinks }, 'ending.owed'],
  [{ ...ends, ...charge, ...card }, 'ending.card'],
  [{ ...ends, ...charge, ...wallet }, 'ending.wallet'],
  [trial, 'trialing.text'],
  [{ ...active, ...byLinks, ...payable }, 'active.text'],
  [{ ...active, ...byLinks, ...free }, 'active.credit'],
  ...next({ ...active, ...charge }),
  ...next({ ...active, ...link }),
  ...next({ ...active, ...none }),
  [{ ...late, ...byLinks }, 'past_due.text'],
  [{ ...late, ...charge, ...card }, 'past_due.card'],
  [{ ...late, ...charge, ...wallet }, 'past_due.wallet'],
  ...next({ ...late, ...link }, 'past_due.text'),
  ...next({ ...late, ...none }, 'past_due.text'),
];

function combinations(): ChargeState[] {
  const all: ChargeState[] = [];
  const choices = [true, false];
  for (const status of ['trialing', 'active', 'past_due'] as const)
    for (const authority of ['card', 'wallet', null] as const)
      for (const openBill of ['charge', 'link', null] as const)
        for (const cancelAtPeriodEnd of choices)
          for (const coversNext of choices)
            for (const cardLasts of choices)
              for (const creditPaysNext of choices) {
                const next = { coversNext, cardLasts, creditPaysNext };
                all.push({ status, authority, openBill, cancelAtPeriodEnd, ...next });
              }
  return all;
}

const matches = (state: ChargeState, part: Partial<ChargeState>) =>
  Object.entries(part).every(([key, value]) => state[key as keyof ChargeState] === value);

describe('the texts about charges', () => {
  it('are chosen for every combination', () => {
    const all = combinations();
    expect(all).toHaveLength(432);
    for (const state of all) {
      const rows = ROWS.filter(([part]) => matches(state, part));
      expect({ state, rows: rows.length }).toEqual({ state, rows: 1 });
      const [, ...names] = rows[0]!;
      const texts = chargeTextsOf(state);
      expect({ state, texts }).toEqual({ state, texts: names.map((name) => `subscription.${name}`) });
    }
  });

  it('name the card only where one is charged, and the amount only where one is asked for', () => {
    for (const state of combinations()) {
      for (const key of chargeTextsOf(state)) {
        for (const text of [en[key], fr[key]]) {
          if (state.authority !== 'card') expect(text).not.toContain('{last4}');
          if (state.creditPaysNext && state.status !== 'trialing') expect(text).not.toContain('{amount}');
          if (text.includes('{due}')) expect(state.openBill).toBe('charge');
        }
      }
    }
  });
});
