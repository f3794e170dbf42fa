import { Query, Req } from '@nestjs/common';
import {
  By,
  GetAction,
  type StaffRole,
  type UserCaller,
  Uuid,
  WireController,
  type WireRequest,
} from '@app/http';
import { Commands } from '@app/write-path';
import { notFound } from '@app/kernel';
import { LedgerQueries, type ServiceMovement } from './balances/ledger.queries';
import type { Movement } from './balances/movement.view';
import { RequestVerification } from './proofs/commands/request-verification';
import { LedgerVerificationsStore, type RequestedVerification } from './proofs/ledger-verifications.store';

const READERS: StaffRole[] = ['support', 'finance'];
const MOVEMENTS = 50;
/** Number of journals searched for the movements on an account of the service. */
const NEWEST_JOURNALS = 1000;
/** A request waits for its verification for this time. */
const WAITS_MS = 5000;

class AccountQuery {
  @Uuid({
    description:
      "A customer's account, or one of the service's own (owner_id is null), as trial-balance and postings name them. " +
      `Movements of the service's own are those among the newest ${NEWEST_JOURNALS} transactions of all accounts; ` +
      'they have neither seq nor balance_after (null)',
  })
  id: string;
}

class VerifyQuery {
  @Uuid({
    optional: true,
    description: 'Read this verification; without it, one is requested or the open one joined',
  })
  id?: string;
}

/** `admin.php?section=ledger`: shows staff the books. */
@WireController('admin.php')
export class LedgerAdminController {
  constructor(
    private readonly ledger: LedgerQueries,
    private readonly verifications: LedgerVerificationsStore,
    private readonly commands: Commands,
  ) {}

  @GetAction('ledger/trial-balance', {
    summary: 'Trial balance by account and currency',
    credentials: ['staff'],
    roles: READERS,
  })
  async trialBalance() {
    const rows = await this.ledger.trialBalance();
    const totals = new Map<string, bigint>();
    for (const { currency, balance } of rows)
      totals.set(currency, (totals.get(currency) ?? 0n) + balance.minor);
    return {
      accounts: rows.map(({ code, currency, accounts, accountId, balance }) => ({
        code,
        currency,
        accounts,
        account_id: accountId,
        balance: balance.text,
      })),
      balanced: [...totals.values()].every((total) => total === 0n),
    };
  }

  @GetAction('ledger/verify', {
    summary:
      'Verify the ledger in the scheduler, one verification at a time, and return the report or its status',
    credentials: ['staff'],
    roles: READERS,
    refusals: ['NOT_FOUND'],
  })
  async verify(@By() caller: UserCaller, @Query() query: VerifyQuery, @Req() request: WireRequest) {
    const id =
      query.id?.toLowerCase() ?? (await this.commands.execute(new RequestVerification(caller.userId)));
    const found = await this.verifications.finished(id, WAITS_MS);
    if (!found) throw notFound('Verification');
    const { status, proved } = verificationView(found);
    const faults = found.report?.faults.length;
    request.auditDetails = { subject: id, after: { status, proved, faults } };
    return verificationView(found);
  }

  @GetAction('ledger/account', {
    summary: 'An account and its newest movements',
    credentials: ['staff'],
    roles: READERS,
    refusals: ['NOT_FOUND'],
  })
  async account(@Query() { id }: AccountQuery, @Req() request: WireRequest) {
    const account = await this.ledger.account(id);
    if (!account) throw notFound('Account');
    const movements =
      account.movements === null
        ? await this.ledger.serviceMovements(account, NEWEST_JOURNALS, MOVEMENTS)
        : await this.ledger.movementsBefore(account.id, account.movements + 1n, MOVEMENTS);
    const people = account.ownerId === null ? [] : [account.ownerId];
    request.auditDetails = { subject: account.id, people };
    return {
      id: account.id,
      code: account.code,
      owner_id: account.ownerId,
      balance: account.balance.text,
      currency: account.balance.currency,
      movements: movements.map(movementView),
    };
  }
}

function verificationView({ id, requestedAt, startedAt, finishedAt, report, error }: RequestedVerification) {
  const unfinished = startedAt ? 'running' : 'queued';
  return {
    verification_id: id,
    status: finishedAt ? (report ? 'finished' : 'failed') : unfinished,
    requested_at: requestedAt,
    started_at: startedAt,
    finished_at: finishedAt,
    error,
    proved: report && report.faults.length === 0,
    ...report,
  };
}

function movementView(movement: Movement | ServiceMovement) {
  const numbered = 'seq' in movement ? movement : null;
  return {
    journal: movement.journalId,
    seq: numbered && Number(numbered.seq),
    type: movement.type,
    amount: movement.amount.text,
    balance_after: numbered && numbered.balanceAfter.text,
    created_at: movement.createdAt,
  };
}
