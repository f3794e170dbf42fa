import {
  ChargebackAlerted,
  ChargebackDueSoon,
  ChargebackLost,
  ChargebackOpened,
  type ChargebackTerms,
  ChargebackWon,
} from '@app/chargebacks';
import type { Stored } from '@app/write-path';
import { financeStaff, owner } from './addressees.queries';
import { instant } from './facts';
import { type Row, template } from './notification-template';

type Event = { ownerId: string; data: Stored<ChargebackTerms> };

const terms = ({ data }: Event) => ({
  chargeback_id: data.chargebackId,
  amount: data.claimed,
  debited: data.debited,
  payment: data.sessionId ?? data.invoiceId ?? data.depositRef,
});
const dated = (event: Event) => ({
  ...terms(event),
  respond_by: event.data.respondBy && instant(event.data.respondBy),
});
const reference = ({ chargeback_id }: { chargeback_id: string }): Row[] => [['reference', chargeback_id]];
const ESSENTIAL = { inbox: true, mail: 'essential' } as const;

export const CHARGEBACK_TEMPLATES = [
  template(ChargebackOpened, {
    type: 'chargeback.opened',
    addressees: owner,
    facts: dated,
    ...ESSENTIAL,
    body: ({ respond_by }) => (respond_by ? ['body', 'body_until'] : ['body']),
    rows: reference,
  }),
  template(ChargebackDueSoon, {
    type: 'chargeback.due-soon',
    addressees: owner,
    facts: dated,
    ...ESSENTIAL,
    rows: reference,
  }),
  template(ChargebackWon, {
    type: 'chargeback.won',
    addressees: owner,
    facts: terms,
    ...ESSENTIAL,
    rows: reference,
  }),
  template(ChargebackLost, {
    type: 'chargeback.lost',
    addressees: owner,
    facts: terms,
    ...ESSENTIAL,
    rows: reference,
  }),
  template(ChargebackAlerted, {
    type: 'chargeback.alerted',
    addressees: (_, tx) => financeStaff(tx),
    facts: ({ data }) => ({ provider_id: data.providerId, cause: data.cause, detail: data.detail }),
    ...ESSENTIAL,
  }),
];
