import { InviteStaff } from '@app/accounts';
import { Commands } from '@app/write-path';
import { newId } from '../../support/books';
import { holdCharges } from '../../support/charge-holds';
import { KycDesk } from '../../support/kyc-desk';
import { holdRate } from '../../support/rates';
import { CARDS } from '../../support/test-cards';
import { withdrawnAt } from '../../support/withdrawals';
import { Authenticators } from '../../support/authenticator';
import { Bank } from '../business-api/card-deposits';
import { Shop } from '../checkout-api/cards';
import { BvnTrials, NUMBERS } from '../kyc/bvns';
import { KybTrials } from '../kyc/kybs';
import { ApprovalsDesk } from '../staff/approvals-desk';
import type { Step } from './steps';
import type { Stage } from './stage';

const applicant = (stage: Stage) =>
  stage.once('applicant', () => stage.platform.signUp({ first_name: 'Grace', last_name: 'Mensah' }));

/** A business that has asked for its verification. */
const submitted = (stage: Stage) =>
  stage.once('submitted', async () => {
    const kybs = new KybTrials(stage.platform, stage.shared.staff.compliance);
    const owner = await kybs.business();
    await kybs.submit(owner);
    return { kybs, pending: await kybs.pendingOf(owner) };
  });

const desk = ({ platform, shared }: Stage) => new KycDesk(platform, shared.staff.compliance);

const uploaded = async (stage: Stage) => (await desk(stage).uploaded(await applicant(stage), 'passport')).id;

const frozenUser = async (stage: Stage) => {
  const { id } = await applicant(stage);
  await stage.platform.people.freeze(id);
  return id;
};

const invited = (stage: Stage) =>
  stage.once('invited', async () => {
    const operator = { staffId: null, address: 'command line', requestId: 'example' };
    const invitation = new InviteStaff(operator, `grace-${newId()}@example.com`, 'finance');
    return (await stage.platform.inside('business', Commands).execute(invitation)).token;
  });

/** States of the platform that staff work on. */
export const STAFF_STEPS: Record<string, Step> = {
  user: async (stage) => (await applicant(stage)).id,
  frozen_user: frozenUser,
  user_with_2fa: async (stage) => {
    const { id } = (await new Authenticators(stage.platform).turnOn(await applicant(stage))).user;
    return id;
  },
  approval: async (stage) => {
    const approvals = new ApprovalsDesk(stage.platform);
    return (await approvals.held(stage.shared.staff.finance)).id;
  },
  /** One that the sender of the example asked for. */
  own_approval: async (stage) => {
    stage.by = { token: stage.shared.staff.finance.token };
    return stage.value('approval');
  },
  approval_digest: async (stage) =>
    new ApprovalsDesk(stage.platform).digest(
      stage.shared.staff.admin,
      (await stage.value('approval')) as string,
    ),
  parked_event: async ({ platform }) => {
    const id = newId();
    await platform.sql(
      `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at,
                           attempts, parked_at)
       VALUES ($1, 'wallet', $2, 'wallet.not-subscribed', '{}', $3, 'live', 'c', $4, 10, $4)`,
      [id, newId(), newId(), platform.clock.now()],
    );
    return id;
  },
  /** What the audit log has last. */
  audit_entry: async (stage) => {
    const body = { user_id: (await applicant(stage)).id, hold: true, reason: 'Order of a court' };
    const { token } = stage.shared.staff.admin;
    await stage.post('business', 'admin.php?section=users&action=set-legal-hold', body, { token });
  },
  /** Jobs that have all run twice, whatever they did since the platform started. */
  job_runs: ({ platform }) => platform.sql('UPDATE scheduled_jobs SET finished_at = started_at, runs = 2'),
  held_rate: ({ platform }) => holdRate(platform, 'KES', '150'),
  kyb_user: async (stage) => (await submitted(stage)).pending.user_id,
  kyb_submission: async (stage) => (await submitted(stage)).pending.submission_id,
  approved_kyb_user: async (stage) => {
    const { kybs, pending } = await submitted(stage);
    await kybs.staffPost('approve', pending);
    return pending.user_id;
  },
  rejected_kyb_user: async (stage) => {
    const { kybs, pending } = await submitted(stage);
    await kybs.staffPost('reject', { ...pending, reason: 'No such company', final: true });
    return pending.user_id;
  },
  document: uploaded,
  approved_document: async (stage) => {
    const id = await uploaded(stage);
    await desk(stage).approve(id);
    return id;
  },
  rejected_document: async (stage) => {
    const id = await uploaded(stage);
    await desk(stage).act('reject', id, { reason: 'The picture cannot be read', final: true });
    return id;
  },
  bvn_review: async ({ platform }) => {
    const bvns = new BvnTrials(platform);
    const person = await bvns.person();
    await bvns.verify(person, NUMBERS.nearly);
    const [row] = await platform.sql<{ id: string }>(
      "SELECT id FROM bvn_verifications WHERE user_id = $1 AND status = 'review'",
      [person.id],
    );
    return row!.id;
  },
  name_change: async (stage) => {
    const [id, { id: userId }] = [newId(), await applicant(stage)];
    await stage.platform.sql(
      `INSERT INTO name_changes (id, version, user_id, status, from_first_name, from_last_name, to_first_name,
                                 to_last_name, changed_at)
       SELECT $1, 1, id, 'pending', first_name, 'Client', first_name, last_name, created_at FROM users WHERE id = $2`,
      [id, userId],
    );
    return id;
  },
  brand_review: async (stage) => {
    const { id, token, pin } = await stage.platform.merchant({ business_name: 'Mensah Trading Limited' });
    const path = 'business.php?section=brand&action=update';
    await stage.post('business', path, { display_name: 'Mensah & Daughters', pin }, { token });
    const [row] = await stage.platform.sql<{ id: string }>(
      'SELECT review_id AS id FROM brands WHERE id = $1',
      [id],
    );
    return row!.id;
  },
  fault: async ({ platform }) => {
    const id = newId();
    await platform.sql(
      `INSERT INTO book_faults (id, check_name, subject, detail, accounts, found_at)
       VALUES ($1, 'sealed journals', 'journal 1', 'The row was changed.', '{}', $2)`,
      [id, platform.clock.now()],
    );
    return id;
  },
  frozen_wallet: async (stage) => {
    const id = (await stage.value('wallet')) as string;
    await stage.platform.sql('SELECT ledger.set_frozen(ARRAY[$1::uuid], true)', [id]);
    return id;
  },
  reversible_transaction: (stage) => stage.value('transaction'),
  payout: (stage) => withdrawnAt(stage.platform, 'manual'),
  stopped_payout: (stage) => withdrawnAt(stage.platform, 'stopped'),
  payout_reference: () => Promise.resolve(`MM-${newId()}`),
  charge_hold: ({ platform }) => holdCharges(platform),
  /** A card payment of which the company took one naira less. */
  unapplied_payment: async (stage) => {
    const { live } = await stage.merchant();
    const shop = new Shop(stage.platform, 'checkout', live.secret_key);
    const session = await shop.open();
    await new Bank(stage.platform).order('amount-mismatch');
    await shop.pay(session, CARDS.approved);
    const [attempt] = await stage.platform.sql<{ id: string }>(
      `SELECT a.id FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE s.session_id = $1 AND a.status = 'unapplied'`,
      [session.session_id],
    );
    return attempt!.id;
  },
  staff_setup_token: invited,
  staff_setup_code: async (stage) => {
    const token = await stage.value('staff_setup_token');
    const { secret } = await stage.post('business', 'auth.php?action=staff-invitation', { token }, {});
    return new Authenticators(stage.platform).code(secret as string);
  },
};
