import { Injectable } from '@nestjs/common';
import { type Command, CommandBus } from '@nestjs/cqrs';
import { DomainError } from '@app/kernel';
import { WorkQueue } from '@app/queue';
import { fillBalance } from '../unit-of-work/balance-after';
import type { Outcome, WrittenAnswer } from '../commit/commit-units';
import { type ResultOf, PreparedCommand } from './prepared-command';
import { GroupCommitter } from '../commit/group-committer';
import { IdempotencyKeys } from '../idempotency/idempotency-keys';
import { keyConflict, keyInProgress } from '../idempotency/idempotency.errors';
import { EventHandlers } from '../events/event-handlers';
import { accountFrozen, fundsRefusalOf, payeeClosed } from './funds.errors';
import type { AuditDetails } from '../unit-of-work/audit-details';
import type { RowWrite } from '../unit-of-work/row-write';
import { AlreadyBooked, PayeeClosed, type SqlWrite, StaleAggregate } from '../unit-of-work/sql-write';
import { TransactionCommitter } from '../commit/transaction-committer';
import { UnitOfWork } from '../unit-of-work/unit-of-work';
import { Answer, type IdempotencyRecord, PendingWrites } from '../unit-of-work/pending-writes';

const ATTEMPTS = 5;
const CHECK_VIOLATION = '23514';
/** A check is violated when another commit came between two reads, so that the command computed a row from both states. */
const RETRIED_SQLSTATES = new Set(['40P01', '40001', CHECK_VIOLATION]);

/**
 * What a command needs to know of its request: the idempotency key, the dry run flag and the answer's format.
 */
export interface RequestContext {
  readonly correlationId: string;
  /** The idempotency key; a dry run looks it up and does not use it up. */
  readonly idempotency: IdempotencyRecord | null;
  /** Whether this is a dry run, which changes nothing and calls no other system. */
  readonly dryRun: boolean;
  /** Makes the audit entry of an action that declares one; null for other actions. */
  readonly auditEntry: ((details: AuditDetails) => SqlWrite) | null;
  /** Makes the entry of a write that the account keeps, from its answer and the code of a refusal that commits. */
  readonly activityEntry?: ((result: unknown, refusal: string | null) => RowWrite) | null;
  success(result: unknown): WrittenAnswer;
  refusal(error: DomainError): WrittenAnswer;
}

/** A use case that calls another system between two commits. */
export interface Flow<F, V> {
  /** For a dry run: the command up to the external call, and how to present its result. */
  foresee(): Promise<{ command: Command<F>; present: (result: ResultOf<F>) => V | DomainError }>;
  /** Runs the use case with a context whose idempotency key is claimed. */
  run(claimed: RequestContext): Promise<Answer<V>>;
}

/**
 * Runs commands through Nest's `CommandBus` and commits their rows, journals, events and idempotency record in
 * one transaction. After an inconsistent read or a deadlock the command starts over, and the caller does not notice.
 */
@Injectable()
export class Commands {
  constructor(
    private readonly bus: CommandBus,
    private readonly unit: UnitOfWork,
    private readonly handlers: EventHandlers,
    private readonly group: GroupCommitter,
    private readonly transaction: TransactionCommitter,
    private readonly keys: IdempotencyKeys,
    private readonly queue: WorkQueue,
  ) {}

  /** Runs a command without a request, for a job or a step of a flow. */
  async execute<R>(command: Command<R>): Promise<ResultOf<R>> {
    const { work, outcome, result } = await this.attempt(command, () => undefined);
    if (outcome.kind !== 'committed') throw refusalOf(outcome, work);
    return result;
  }

  /**
   * Runs a command for a request and returns its answer, or the stored answer when the key was used before. A
   * command that commits and still refuses (a declined card) presents a `DomainError`.
   */
  async answer<R, V = Exclude<ResultOf<R>, DomainError>>(
    context: RequestContext,
    command: Command<R>,
    present: (result: ResultOf<R>) => V | DomainError = (r) => r as unknown as V,
  ): Promise<Answer<V>> {
    if (context.dryRun && context.idempotency)
      return this.dryRunWithKey(context.idempotency, context, (unkeyed) =>
        this.answer(unkeyed, command, present),
      );
    try {
      const { work, outcome } = await this.attempt(
        command,
        // The key and its answer commit together with the effect.
        (work, result) => {
          work.idempotency = context.idempotency;
          const presented = present(result);
          const refusal = presented instanceof DomainError ? presented : null;
          if (context.activityEntry)
            work.writes.push(context.activityEntry(presented, refusal?.code ?? null));
          work.answer = refusal ? context.refusal(refusal) : context.success(presented);
        },
        context,
      );
      if (outcome.kind === 'replayed') return filled(outcome.answer, outcome.balanceMinor, true);
      if (outcome.kind !== 'committed') throw refusalOf(outcome, work);
      return filled(work.answer!, outcome.balanceMinor, false);
    } catch (error) {
      return this.answerRefused(context, error);
    }
  }

  /**
   * Answers a request that was refused before its command: the stored answer if it repeats an answered request.
   * Otherwise stores or throws the refusal.
   */
  async answerRefused(context: RequestContext, error: unknown): Promise<Answer<never>> {
    if (context.idempotency && error instanceof DomainError)
      return this.refuse(context, context.idempotency, error);
    throw error;
  }

  /**
   * Runs a use case that calls another system between two commits. The key is claimed first, so that a second
   * request cannot call twice. A dry run stops before the call.
   */
  async flow<F, V>(context: RequestContext, useCase: Flow<F, V>): Promise<Answer<V>> {
    if (context.dryRun && context.idempotency)
      return this.dryRunWithKey(context.idempotency, context, (unkeyed) => this.flow(unkeyed, useCase));
    if (context.dryRun) {
      const { command, present } = await useCase.foresee();
      return this.answer(context, command, present);
    }
    if (!context.idempotency) return useCase.run(context);
    const claimed = await this.keys.claim(context.idempotency);
    if (claimed instanceof Answer) return claimed;
    try {
      return await useCase.run({ ...context, idempotency: claimed });
    } catch (error) {
      if (error instanceof DomainError) {
        if (error.decidedOnState) return this.keys.rememberRefusal(claimed, context.refusal(error));
        await this.keys.release(claimed);
      }
      throw error;
    }
  }

  /**
   * Runs a dry run. If its key has an answer already, returns that answer byte for byte and without `dry_run`,
   * because it reports a real effect. Otherwise it does not use the key.
   */
  private async dryRunWithKey<V>(
    record: IdempotencyRecord,
    context: RequestContext,
    attempt: (unkeyed: RequestContext) => Promise<Answer<V>>,
  ): Promise<Answer<V>> {
    const earlier = await this.keys.foresee(record);
    return earlier ?? attempt({ ...context, idempotency: null });
  }

  /**
   * Returns the stored answer if the refused request repeats an answered one; otherwise stores or throws the
   * refusal.
   */
  private async refuse(
    context: RequestContext,
    record: IdempotencyRecord,
    error: DomainError,
  ): Promise<Answer<never>> {
    const earlier = await this.keys.answerTo(record);
    if (earlier) return earlier;
    if (!error.decidedOnState) throw error;
    return this.keys.rememberRefusal(record, context.refusal(error));
  }

  private async attempt<R>(
    command: Command<R>,
    addAnswer: (pendingWrites: PendingWrites, result: ResultOf<R>) => void,
    context?: RequestContext,
  ) {
    for (let attempt = 1; ; attempt++) {
      const pendingWrites = new PendingWrites(context?.correlationId);
      try {
        const result = (await this.handle(command, pendingWrites)) as ResultOf<R>;
        stageAuditEntry(pendingWrites, context);
        addAnswer(pendingWrites, result);
        const outcome = await (context?.dryRun
          ? this.transaction.dryRun(pendingWrites)
          : this.commit(pendingWrites));
        if (outcome.kind === 'closed') throw new PayeeClosed();
        return { work: pendingWrites, outcome, result };
      } catch (error) {
        if (!startsOver(error) || attempt === ATTEMPTS) throw final(error, Boolean(context?.idempotency));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
      }
    }
  }

  private async handle(command: Command<unknown>, pendingWrites: PendingWrites): Promise<unknown> {
    if (command instanceof PreparedCommand) {
      const prepared = await this.bus.execute(command as PreparedCommand<unknown>);
      return this.unit.runAtOnce(pendingWrites, () => {
        const result = prepared.apply();
        this.handlers.dispatchAtOnce(pendingWrites);
        return result;
      });
    }
    return this.unit.run(pendingWrites, async () => {
      const result = await this.bus.execute(command);
      await this.handlers.dispatchInTransaction(pendingWrites);
      return result;
    });
  }

  private async commit(pendingWrites: PendingWrites): Promise<Outcome> {
    const committer = pendingWrites.writes.length > 0 ? this.transaction : this.group;
    const outcome = await committer.commit(pendingWrites);
    if (outcome.kind === 'committed') {
      if (outcome.balanceMinor !== null) pendingWrites.balanceAfter?.resolve(outcome.balanceMinor);
      if (pendingWrites.events.length > 0) this.queue.add('outbox-relay', 'wake');
      for (const callback of pendingWrites.callbacks) callback();
    }
    return outcome;
  }
}

/** Adds the audit entry; throws when a command gives details and its action declares no audit entry. */
function stageAuditEntry(pendingWrites: PendingWrites, context?: RequestContext): void {
  const { auditDetails, writes } = pendingWrites;
  if (context?.auditEntry) writes.push(context.auditEntry(auditDetails ?? {}));
  else if (auditDetails) throw new Error('Audit details in an action whose policy declares no audit.');
}

function filled(answer: WrittenAnswer, balanceMinor: bigint | null, replayed: boolean): Answer<never> {
  return new Answer(answer.status, fillBalance(answer.body, balanceMinor), replayed);
}

function refusalOf(outcome: Outcome, pendingWrites: PendingWrites): Error {
  switch (outcome.kind) {
    case 'insufficient-funds':
      return fundsRefusalOf(pendingWrites);
    case 'frozen':
      return accountFrozen();
    case 'over-limit':
      return pendingWrites.outgoing[0]!.refusal(outcome.usedCents);
    case 'conflict':
      return keyConflict();
    case 'busy':
      return keyInProgress();
    default:
      return new Error(`not a refusal: ${outcome.kind}`);
  }
}

function startsOver(error: unknown): boolean {
  const isStale = [StaleAggregate, AlreadyBooked, PayeeClosed].some((kind) => error instanceof kind);
  return isStale || RETRIED_SQLSTATES.has((error as { code?: string }).code ?? '');
}

function final(error: unknown, hasKey: boolean): unknown {
  if (!startsOver(error)) {
    // Another transaction held the key for longer than the posting function waits.
    return hasKey && (error as { code?: string }).code === '55P03' ? keyInProgress() : error;
  }
  if (error instanceof PayeeClosed) return payeeClosed();
  // Not by a commit between two reads: a fault of the service.
  if ((error as { code?: string }).code === CHECK_VIOLATION) return error;
  return new DomainError('conflict', 'CONFLICT', 'The object is being changed by others; try again.', {
    retry_after: 1,
  });
}
