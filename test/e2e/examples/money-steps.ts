import { setNairaRate } from '../../support/rates';
import { CARDS, cardOf } from '../../support/test-cards';
import type { Step } from './steps';
import type { Stage } from './stage';

const transferred = async (stage: Stage) => {
  const [{ pin }, { usertag }] = [await stage.merchant(), await stage.other()];
  const body = { recipient: usertag, amount: 1500, note: 'Rent', pin };
  return (await stage.post('business', 'wallet.php?action=transfer', body)).transaction_id as string;
};

/** The account asks the other person, or the other way round. */
async function requested(stage: Stage, asker: 'merchant' | 'other'): Promise<unknown> {
  const [merchant, other] = [await stage.merchant(), await stage.other()];
  const [from, to] = asker === 'merchant' ? [merchant, other] : [other, merchant];
  const body = { recipient: to.usertag, amount: 1500, note: 'Lunch' };
  const made = await stage.post('business', 'wallet.php?action=request-payment', body, { token: from.token });
  return made.request_id as unknown;
}

async function escrowed(stage: Stage, initiator: 'merchant' | 'other'): Promise<string> {
  const [merchant, other] = [await stage.merchant(), await stage.other()];
  const [from, to] = initiator === 'merchant' ? [merchant, other] : [other, merchant];
  const body = { beneficiary: to.usertag, amount: 1000, description: 'A bicycle', pin: from.pin };
  const made = await stage.post('business', 'escrow.php?action=create', body, { token: from.token });
  return made.uuid as string;
}

const deposited = (stage: Stage, number: string) => {
  const body = { amount: 5000, currency: 'NGN', card: cardOf(number) };
  return stage.post('business', 'deposit.php?action=charge-card-gw', body);
};

/** What accounts do with their wallets, on the hosts of people. */
export const MONEY_STEPS: Record<string, Step> = {
  other_usertag: async (stage) => (await stage.other()).usertag,
  transaction: transferred,
  sent_request: (stage) => requested(stage, 'merchant'),
  received_request: (stage) => requested(stage, 'other'),
  escrow: (stage) => escrowed(stage, 'merchant'),
  received_escrow: (stage) => escrowed(stage, 'other'),
  dispute: async (stage) => {
    const { token } = await stage.other();
    const body = { uuid: await stage.value('escrow'), reason: 'It never came' };
    const { dispute } = await stage.post('business', 'escrow.php?action=dispute', body, { token });
    return (dispute as { dispute_uuid: string }).dispute_uuid;
  },
  wallet: async (stage) => {
    const { data } = await stage.get('business', 'wallet.php?action=wallets');
    return (data as { id: string }[])[0]!.id;
  },
  month: (stage) => Promise.resolve(stage.platform.clock.now().toISOString().slice(0, 7)),
  current_rates: ({ platform }) => setNairaRate(platform, 'USD', '1450'),
  payroll: async (stage) => {
    const [{ pin }, { usertag }] = [await stage.merchant(), await stage.other()];
    const body = { recipients: [{ recipient: usertag, amount: 1000 }], pin };
    return (await stage.post('business', 'business.php?section=payroll&action=create', body))
      .batch_id as unknown;
  },
  deposit: async (stage) => (await deposited(stage, CARDS.approved)).tx_ref as unknown,
  waiting_deposit: async (stage) => (await deposited(stage, CARDS.otp)).gw_ref as unknown,
  saved_account: async (stage) => {
    const body = { currency: 'NGN', bank_code: '058', account_number: '0123456789' };
    return (await stage.post('business', 'payout.php?action=add-bank', body)).id as unknown;
  },
  withdrawal: async (stage) => {
    const { pin } = await stage.merchant();
    const details = { bank_id: await stage.value('saved_account') };
    const body = { method: 'bank', amount: 5000, currency: 'NGN', details, pin };
    return (await stage.post('business', 'payout.php?action=initiate', body)).transaction_id as unknown;
  },
  export_token: async (stage) => {
    await stage.value('transaction');
    const links = await stage.post('business', 'transactions.php?action=export-links', { format: 'csv' });
    const [{ url }] = links.parts as [{ url: string }];
    return new URL(url).searchParams.get('token');
  },
};
