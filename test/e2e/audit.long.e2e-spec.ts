import { serviceAccountId } from '@app/database';
import type { StaffRole } from '@app/http';
import { ActionRegistry, type Route } from '../../libs/http/src/wire/action-registry';
import { Bank } from './business-api/card-deposits';
import { Shop } from './checkout-api/cards';
import { holdCharges } from '../support/charge-holds';
import { CARDS } from '../support/test-cards';
import { Escrows } from './escrow/escrows';
import { newId } from '../support/books';
import { KycDesk } from '../support/kyc-desk';
import type { TestStaff } from '../support/people';
import { APPS, type Platform, startPlatform } from '../support/platform';
import { holdRate } from '../support/rates';
import { withdrawnAt } from '../support/withdrawals';
import { versionsAtRest } from '../support/tables';
import { BvnTrials, NUMBERS } from './kyc/bvns';
import { KybTrials } from './kyc/kybs';
import { ApprovalsDesk } from './staff/approvals-desk';
import { openedChargeback, owedChargeback } from '../support/chargebacks';
import { completedRefund, pendingRefund } from '../support/refunds';

/** What staff can change, and under which name the audit log has it. */
const AUDITED = {
  'approvals/approve': 'approvals.approve',
  'approvals/refuse': 'approvals.refuse',
  'approvals/withdraw': 'approvals.withdraw',
  'brands/approve': 'brands.approve',
  'brands/reject': 'brands.reject',
  'deliveries/retry-parked': 'deliveries.retry-parked',
  'escrow/resolve': 'escrow.resolve',
  'fx/accept': 'fx.accept',
  'fx/set': 'fx.set',
  'fx/set-spread': 'fx.set-spread',
  'kyb/approve': 'kyb.approve',
  'kyb/claim': 'kyb.claim',
  'kyb/reject': 'kyb.reject',
  'kyb/reopen': 'kyb.reopen',
  'kyb/revoke': 'kyb.revoke',
  'kyc/approve': 'kyc.approve',
  'kyc/bvn-approve': 'kyc.bvn-approve',
  'kyc/bvn-reject': 'kyc.bvn-reject',
  'kyc/claim': 'kyc.claim',
  'kyc/name-approve': 'kyc.name-approve',
  'kyc/name-reject': 'kyc.name-reject',
  'kyc/reject': 'kyc.reject',
  'kyc/reopen': 'kyc.reopen',
  'kyc/revoke': 'kyc.revoke',
  'ledger/clear-fault': 'ledger.clear-fault',
  'ledger/reverse': 'ledger.reverse',
  'ledger/unfreeze': 'ledger.unfreeze',
  'payouts/complete': 'payouts.complete',
  'payouts/fail': 'payouts.fail',
  'payouts/fund-float': 'payouts.fund-float',
  'payouts/recheck': 'payouts.recheck',
  'payouts/reveal': 'payouts.reveal',
  'queues/open': 'queues.open',
  'queues/run-job': 'queues.run-job',
  'subscriptions/release-charges': 'subscriptions.release-charges',
  'chargebacks/answer': 'chargebacks.answer',
  'chargebacks/settle': 'chargebacks.settle',
  'chargebacks/write-off': 'chargebacks.write-off',
  'notes/add': 'notes.add',
  'refunds/fail': 'refunds.fail',
  'refunds/retry': 'refunds.retry',
  'refunds/return': 'refunds.return',
  'refunds/settle': 'refunds.settle',
  'unapplied/apply': 'unapplied.apply',
  'unapplied/refund': 'unapplied.refund',
  'unapplied/settle': 'unapplied.settle',
  'users/freeze': 'users.freeze',
  'users/reset-2fa': 'users.reset-2fa',
  'users/set-freeze-reason': 'users.set-freeze-reason',
  'users/set-legal-hold': 'users.set-legal-hold',
  'users/set-role': 'users.set-role',
  'users/unfreeze': 'users.unfreeze',
};
type Action = keyof typeof AUDITED;

/** What staff read without naming an object; the tests of the sections have the other reads. */
const READ = [
  'approvals.list',
  'audit.export',
  'audit.list',
  'brands.list',
  'chargebacks.alerts',
  'chargebacks.list',
  'deliveries.list',
  'deliveries.parked',
  'escrow.disputes',
  'fx.rates',
  'kyb.queue',
  'kyc.bvn-queue',
  'kyc.name-queue',
  'kyc.queue',
  'ledger.faults',
  'ledger.trial-balance',
  'payouts.floats',
  'payouts.list',
  'queues.list',
  'refunds.list',
  'subscriptions.charge-holds',
  'unapplied.list',
];

/** Actions that take no reason. */
const WITHOUT_REASON: readonly Action[] = [
  'approvals/approve',
  'kyb/approve',
  'kyb/claim',
  'kyc/approve',
  'kyc/claim',
  'notes/add',
  'payouts/recheck',
  'queues/open',
];

/** Actions that always wait for a second person: the entry is that of the held action. */
const HELD: readonly Action[] = ['kyb/revoke', 'kyc/revoke', 'users/reset-2fa'];

type Pending = Awaited<ReturnType<KybTrials['pendingOf']>>;

interface Prepared {
  body: object;
  /** Of the entry. */
  subject: string | null;
  by?: StaffRole;
  /** The one who has to do it, where it is not any of that role. */
  staff?: TestStaff;
  /** Of their entries, those of preparing it are left out. */
  prepared?: number;
}

const JOB = 'purge old sessions';
const reason = 'The audit log was full';

describe('the audit log', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
  });
  afterAll(() => platform.stop());

  it('has an entry of its own for every action by which staff change something', () => {
    const declared: Record<string, string | undefined> = {};
    for (const host of ['business', 'checkout', 'sandbox', 'app'] as const) {
      for (const { method, path, policy } of platform.inside(host, ActionRegistry).routes) {
        const isStaff = policy.credentials.includes('staff');
        if (method !== 'GET' && (isStaff || policy.audit))
          declared[path.replace('/api/admin.php/', '')] = policy.audit;
      }
    }
    expect(declared).toEqual(AUDITED);
  });

  it('has an entry of every read of staff that was answered, and none of a refused one', async () => {
    const admin = await platform.staff('admin');
    const isRead = ({ method, policy }: Route) => method === 'GET' && policy.credentials.includes('staff');
    const answered: string[] = [];
    for (const { path } of platform.inside('business', ActionRegistry).routes.filter(isRead)) {
      const [section, action] = path.replace('/api/admin.php/', '').split('/') as [string, string];
      const unknown = action === 'verify' ? `&id=${newId()}` : '';
      const query = `section=${section}&action=${action}${unknown}`;
      const { status } = await platform.get('business', `admin.php?${query}`, { token: admin.token });
      const entries = await platform.sql<{ action: string }>(
        'SELECT action FROM audit_log WHERE staff_id = $1 AND action = $2',
        [admin.id, `${section}.${action}`],
      );
      expect([path, status, entries.length]).toEqual([path, status, status === 200 ? 1 : 0]);
      if (status === 200) answered.push(`${section}.${action}`);
    }
    expect(answered.sort()).toEqual(READ);
  });

  const withdrawn = async (stage: 'manual' | 'stopped', body: object): Promise<Prepared> => {
    const uuid = await withdrawnAt(platform, stage);
    return { body: { uuid, ...body }, subject: uuid };
  };
  const transferred = async (): Promise<Prepared> => {
    const [sender, recipient] = [await platform.signUp(), await platform.signUp()];
    await platform.fund(sender, 'NGN', '1000.00');
    const body = { recipient: recipient.usertag, amount: 10, pin: sender.pin };
    const sent = await platform.post('business', 'wallet.php?action=transfer', body, sender);
    const transaction_id = sent.body.transaction_id as string;
    return { body: { transaction_id, reason }, subject: transaction_id };
  };

  const disputed = async (): Promise<Prepared> => {
    const escrows = new Escrows(platform);
    const { dispute_uuid } = await escrows.disputed(await escrows.person('5000'), await escrows.person());
    return { body: { dispute_uuid, resolution: 'release', note: reason }, subject: dispute_uuid };
  };

  const parked = async (): Promise<Prepared> => {
    const id = newId();
    await platform.sql(
      `INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at,
                           attempts, parked_at)
       VALUES ($1, 'wallet', $2, 'wallet.not-subscribed', '{}', $3, 'live', 'c', $4, 10, $4)`,
      [id, newId(), newId(), platform.clock.now()],
    );
    return { body: { id, reason }, subject: id, by: 'admin' };
  };

  const fault = async (): Promise<Prepared> => {
    const id = newId();
    await platform.sql(
      `INSERT INTO book_faults (id, check_name, subject, detail, accounts, found_at)
       VALUES ($1, 'a check', 'a row', 'a detail', '{}', $2)`,
      [id, platform.clock.now()],
    );
    return { body: { fault_id: id, reason }, subject: id };
  };

  const frozen = async (): Promise<Prepared> => {
    const owner = await platform.signUp();
    await platform.fund(owner, 'NGN', '1000.00');
    const accounts = await platform.sql<{ id: string }>(
      `SELECT id FROM ledger.accounts WHERE owner_id = $1 AND currency = 'NGN'`,
      [owner.id],
    );
    const ids = accounts.map(({ id }) => id);
    await platform.sql('SELECT ledger.set_frozen($1::uuid[], true)', [ids]);
    return { body: { account_id: ids[0], reason }, subject: ids[0]! };
  };

  const unapplied = async (fields: object = {}): Promise<Prepared> => {
    const shop = new Shop(platform, 'checkout', (await platform.merchant()).live.secret_key);
    const session = await shop.open();
    await new Bank(platform).order('amount-mismatch');
    await shop.pay(session, CARDS.approved);
    const [attempt] = await platform.sql<{ id: string }>(
      `SELECT a.id FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
        WHERE s.session_id = $1 AND a.status = 'unapplied'`,
      [session.session_id],
    );
    return { body: { id: attempt!.id, reason, ...fields }, subject: attempt!.id };
  };

  const held = async (fields: object = {}): Promise<Prepared> => {
    const desk = new ApprovalsDesk(platform);
    const maker = await platform.staff('finance');
    const { id } = await desk.held(maker);
    return { body: { approval_id: id, ...fields }, subject: id, staff: maker };
  };

  const approvable = async (): Promise<Prepared> => {
    const { body, subject } = await held();
    const reader = await platform.staff('finance');
    const digest = await new ApprovalsDesk(platform).digest(reader, subject!);
    return { body: { ...body, digest }, subject };
  };

  const member = async (by: StaffRole, fields: object = {}): Promise<Prepared> => {
    const { id } = await platform.staff('support');
    return { body: { user_id: id, reason, ...fields }, subject: id, by };
  };

  const frozenPerson = async (): Promise<Prepared> => {
    const { id } = await platform.signUp();
    await platform.people.freeze(id);
    return { body: { user_id: id, reason }, subject: id, by: 'compliance' };
  };

  /** The submission of a business, decided by a first request where the action needs it. */
  const submitted =
    (bodyOf: (pending: Pending) => object, first?: 'approve' | 'reject') => async (): Promise<Prepared> => {
      const kybs = new KybTrials(platform, await platform.staff('compliance'));
      const owner = await kybs.business();
      await kybs.submit(owner);
      const pending = await kybs.pendingOf(owner);
      if (first)
        await kybs.staffPost(first, { ...pending, ...(first === 'reject' && { reason, final: true }) });
      return { body: bodyOf(pending), subject: pending.user_id, by: 'compliance' };
    };

  /** A BVN verification that waits for staff. */
  const nearlyNamed = async (): Promise<Prepared> => {
    const bvns = new BvnTrials(platform);
    const person = await bvns.person();
    await bvns.verify(person, NUMBERS.nearly);
    const [row] = await platform.sql<{ id: string }>(
      "SELECT id FROM bvn_verifications WHERE user_id = $1 AND status = 'review'",
      [person.id],
    );
    return { body: { verification_id: row!.id, reason }, subject: row!.id, by: 'compliance' };
  };

  /** A changed name that waits for a review. */
  const renamed = async (): Promise<Prepared> => {
    const { id: userId } = await platform.signUp();
    const id = newId();
    await platform.sql(
      `INSERT INTO name_changes (id, version, user_id, status, from_first_name, from_last_name, to_first_name,
                                 to_last_name, changed_at)
       SELECT $1, 1, id, 'pending', 'Before', last_name, first_name, last_name, created_at FROM users WHERE id = $2`,
      [id, userId],
    );
    return { body: { change_id: id, reason }, subject: id, by: 'compliance' };
  };

  /** A document, decided by a first request where the action needs it. */
  const documented = (body: object, first?: 'approve' | 'reject') => async (): Promise<Prepared> => {
    const desk = new KycDesk(platform, await platform.staff('compliance'));
    const { id } = await desk.uploaded(await platform.signUp(), 'passport');
    if (first) await desk.act(first, id, first === 'reject' ? { reason, final: true } : {});
    return { body: { document_id: id, ...body }, subject: id, by: 'compliance' };
  };

  /** A display name that waits for compliance. */
  const proposed = async (): Promise<Prepared> => {
    const { id, token, pin } = await platform.merchant();
    const body = { display_name: 'Okafor Books', pin };
    await platform.post('business', 'business.php?section=brand&action=update', body, { token });
    const [brand] = await platform.sql<{ review_id: string }>('SELECT review_id FROM brands WHERE id = $1', [
      id,
    ]);
    return { body: { review_id: brand!.review_id, reason }, subject: id, by: 'compliance' };
  };
  const refunded =
    (make: (on: Platform) => Promise<string>, more: object = {}) =>
    async (): Promise<Prepared> => {
      const refund_id = await make(platform);
      return { body: { refund_id, reason, ...more }, subject: refund_id };
    };

  const chargedBack =
    (make: (on: Platform) => Promise<string>, more: object = {}) =>
    async (): Promise<Prepared> => {
      const chargeback_id = await make(platform);
      return { body: { chargeback_id, reason, ...more }, subject: chargeback_id };
    };

  const prepared: Record<Action, () => Promise<Prepared>> = {
    'approvals/approve': approvable,
    'approvals/refuse': async () => ({ ...(await held({ reason })), staff: undefined }),
    'approvals/withdraw': async () => ({ ...(await held({ reason })), prepared: 1 }),
    'brands/approve': proposed,
    'brands/reject': proposed,
    'deliveries/retry-parked': parked,
    'escrow/resolve': disputed,
    'fx/accept': async () => {
      await holdRate(platform, 'KES', '150');
      return { body: { currency: 'KES', rate: '150', reason }, subject: 'USD/KES' };
    },
    'fx/set': () =>
      Promise.resolve({
        body: { base: 'USD', quote: 'NGN', rate: '1450', reason },
        subject: 'USD/NGN',
      }),
    'fx/set-spread': () =>
      Promise.resolve({
        body: { base: 'USD', quote: 'NGN', basis_points: 10, reason },
        subject: 'USD/NGN spread',
      }),
    'kyb/approve': submitted((pending) => pending),
    'kyb/claim': submitted(({ user_id }) => ({ user_id })),
    'kyb/reject': submitted((pending) => ({ ...pending, reason })),
    'kyb/reopen': submitted(({ user_id }) => ({ user_id, reason }), 'reject'),
    'kyb/revoke': submitted(({ user_id }) => ({ user_id, reason }), 'approve'),
    'kyc/approve': documented({}),
    'kyc/bvn-approve': nearlyNamed,
    'kyc/bvn-reject': nearlyNamed,
    'kyc/claim': documented({}),
    'kyc/name-approve': renamed,
    'kyc/name-reject': renamed,
    'kyc/reject': documented({ reason }),
    'kyc/reopen': documented({ reason }, 'reject'),
    'kyc/revoke': documented({ reason }, 'approve'),
    'ledger/clear-fault': fault,
    'ledger/reverse': transferred,
    'ledger/unfreeze': frozen,
    'payouts/complete': () => withdrawn('manual', { reference: newId(), note: reason }),
    'payouts/fail': () => withdrawn('manual', { reason }),
    'payouts/fund-float': () =>
      Promise.resolve({
        body: { method: 'bank', amount: 10, currency: 'NGN', reference: newId(), reason },
        subject: serviceAccountId('bank-payout-float', 'NGN'),
      }),
    'payouts/recheck': () => withdrawn('stopped', {}),
    'payouts/reveal': () => withdrawn('manual', { reason }),
    'queues/open': () => Promise.resolve({ body: {}, subject: null }),
    'queues/run-job': () => Promise.resolve({ body: { name: JOB, reason }, subject: JOB, by: 'admin' }),
    'subscriptions/release-charges': async () => {
      const id = await holdCharges(platform);
      return { body: { id, reason }, subject: id };
    },
    'chargebacks/answer': chargedBack(openedChargeback, { decision: 'accept' }),
    'chargebacks/settle': chargedBack(openedChargeback, { outcome: 'won' }),
    'chargebacks/write-off': chargedBack(owedChargeback),
    'refunds/fail': refunded(pendingRefund, { not_sent: true }),
    'refunds/retry': refunded(pendingRefund, { not_sent: true }),
    'refunds/return': refunded(completedRefund),
    'refunds/settle': refunded(pendingRefund, { provider_id: 'by-hand-2' }),
    'unapplied/apply': unapplied,
    'unapplied/refund': unapplied,
    'unapplied/settle': () => unapplied({ refund_id: 'by-hand-1' }),
    'notes/add': async () => {
      const { id } = await platform.signUp();
      return { body: { object_id: id, text: reason }, subject: id };
    },
    'users/freeze': () => member('compliance'),
    'users/reset-2fa': () => member('admin'),
    'users/set-freeze-reason': frozenPerson,
    'users/set-legal-hold': () => member('compliance', { hold: true }),
    'users/set-role': () => member('admin', { role: null }),
    'users/unfreeze': frozenPerson,
  };

  it.each(Object.keys(AUDITED) as Action[])(
    '%s changes nothing while its entry cannot be written',
    async (action) => {
      const { body, subject, by = 'finance', prepared: earlier = 0, ...rest } = await prepared[action]();
      const staff = rest.staff ?? (await platform.staff(by));
      const [section, name] = action.split('/');
      const ask = () => platform.post('business', `admin.php?section=${section}&action=${name}`, body, staff);
      const job = () => platform.sql('SELECT started_at FROM scheduled_jobs WHERE name = $1', [JOB]);

      const before = await versionsAtRest(platform);
      const jobBefore = await job();
      await platform.sql('ALTER TABLE audit_log ADD CONSTRAINT full_up CHECK (false) NOT VALID');
      expect((await ask()).status).toBe(500);
      await platform.sql('ALTER TABLE audit_log DROP CONSTRAINT full_up');
      expect(await versionsAtRest(platform, before)).toEqual(before);
      expect(await job()).toEqual(jobBefore);

      const answer = await ask();
      const isHeld = HELD.includes(action);
      expect(answer.status).toBe(isHeld ? 202 : 200);
      // In the order of their commits: the clock stands still, so their ids are in no order.
      const entries = await platform.sql(
        'SELECT * FROM audit_log WHERE staff_id = $1 ORDER BY xmin::text::bigint',
        [staff.id],
      );
      expect(entries.slice(earlier)).toMatchObject([
        isHeld
          ? { action: 'approvals.hold', subject: answer.body.approval_id as string, reason }
          : { action: AUDITED[action], subject, reason: WITHOUT_REASON.includes(action) ? null : reason },
      ]);
      // What was only begun ends now, and not while another test looks at the tables.
      await platform.runJobs();
    },
  );
});
