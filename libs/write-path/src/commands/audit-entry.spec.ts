import { Command, type CommandBus } from '@nestjs/cqrs';
import { ManualClock } from '@app/kernel';
import type { WorkQueue } from '@app/queue';
import type { GroupCommitter } from '../commit/group-committer';
import type { TransactionCommitter } from '../commit/transaction-committer';
import type { EventHandlers } from '../events/event-handlers';
import type { IdempotencyKeys } from '../idempotency/idempotency-keys';
import type { AuditDetails } from '../unit-of-work/audit-details';
import type { PendingWrites } from '../unit-of-work/pending-writes';
import { UnitOfWork } from '../unit-of-work/unit-of-work';
import { Commands, type RequestContext } from './commands';

class Reverse extends Command<void> {}

describe('the audit entry of an action', () => {
  let committed: PendingWrites[];
  let details: AuditDetails | null;
  let commands: Commands;

  const context = (auditEntry: RequestContext['auditEntry']): RequestContext => ({
    correlationId: 'r1',
    idempotency: null,
    dryRun: false,
    auditEntry,
    success: () => ({ status: 200, body: '{}' }),
    refusal: () => ({ status: 400, body: '{}' }),
  });
  const entry = (given: AuditDetails) => ({ sql: 'INSERT INTO audit_log', parameters: [given] });

  beforeEach(() => {
    committed = [];
    const unit = new UnitOfWork(new ManualClock());
    const commit = (pendingWrites: PendingWrites) => {
      committed.push(pendingWrites);
      return Promise.resolve({ kind: 'committed', balanceMinor: null });
    };
    const execute = () => {
      if (details) unit.audit(details);
      return Promise.resolve();
    };
    commands = new Commands(
      { execute } as unknown as CommandBus,
      unit,
      { dispatchInTransaction: () => Promise.resolve() } as unknown as EventHandlers,
      { commit } as unknown as GroupCommitter,
      { commit } as unknown as TransactionCommitter,
      {} as IdempotencyKeys,
      {} as WorkQueue,
    );
  });

  it('commits with its unit of work, with the details from the handler', async () => {
    details = { subject: 'a transaction' };
    await commands.answer(context(entry), new Reverse());
    expect(committed.map(({ writes }) => writes)).toEqual([[entry(details)]]);
  });

  it('is written without details from the handler', async () => {
    details = null;
    await commands.answer(context(entry), new Reverse());
    expect(committed.map(({ writes }) => writes)).toEqual([[entry({})]]);
  });

  it('fails the command when details are given without a declared entry', async () => {
    details = { subject: 'a transaction' };
    const message = 'Audit details in an action whose policy declares no audit.';
    await expect(commands.answer(context(null), new Reverse())).rejects.toThrow(message);
    await expect(commands.execute(new Reverse())).rejects.toThrow(message);
    expect(committed).toEqual([]);
  });
});
