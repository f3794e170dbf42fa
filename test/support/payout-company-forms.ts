import { type CompanyPayout, type CompanyStatus, feeOf } from './payout-company-books';

const TRANSFER_STATUSES: Record<CompanyStatus, string> = {
  pending: 'PENDING',
  delivered: 'SUCCESSFUL',
  failed: 'FAILED',
  returned: 'REVERSED',
  unclaimed: 'PENDING',
  held: 'NEW',
  puzzling: 'AWAITING_APPROVAL',
};
const ITEM_STATUSES: Record<CompanyStatus, string> = {
  pending: 'PENDING',
  delivered: 'SUCCESS',
  failed: 'DENIED',
  returned: 'RETURNED',
  unclaimed: 'UNCLAIMED',
  held: 'ONHOLD',
  puzzling: 'NEW_AND_UNHEARD_OF',
};

/** A payout as the company of bank transfers shows it. */
export const transferOf = (payout: CompanyPayout) => ({
  id: Number(payout.id),
  account_number: payout.account,
  bank_code: '058',
  currency: payout.currency,
  amount: Number(payout.amount),
  fee: Number(feeOf(payout)),
  status: TRANSFER_STATUSES[payout.status],
  reference: payout.reference,
  complete_message: '',
});

/** A payout as the company of wallets shows it: the only item of its batch. */
export const batchOf = (payout: CompanyPayout) => ({
  batch_header: {
    payout_batch_id: payout.id,
    batch_status: 'SUCCESS',
    sender_batch_header: { sender_batch_id: payout.reference },
  },
  items: [itemOf(payout)],
});

export const itemOf = (payout: CompanyPayout) => ({
  payout_item_id: `item-${payout.id}`,
  payout_batch_id: payout.id,
  transaction_status: ITEM_STATUSES[payout.status],
  payout_item_fee: { currency: payout.currency, value: feeOf(payout) },
  payout_item: {
    recipient_type: 'EMAIL',
    amount: { currency: payout.currency, value: payout.amount },
    receiver: payout.account,
    sender_item_id: payout.reference,
  },
});
