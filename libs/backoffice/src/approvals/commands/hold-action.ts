import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { Clock, uuidv7 } from '@app/kernel';
import { CountLimits, UnitOfWork } from '@app/write-path';
import { tooManyAwaiting } from '../approvals.errors';
import { HeldAction } from '../held-action.aggregate';
import { HeldActionAccessService } from '../held-action-access.service';
import { HeldActionRepository } from '../held-action.repository';

/** How many actions of one member of staff may await approval. */
const MAX_AWAITING = 200;

/** Keeps an action of staff until a second person approves it. */
export class HoldAction extends Command<HeldAction> {
  constructor(
    readonly caller: UserCaller,
    readonly action: string,
    readonly body: object,
    /** The caller's network address. */
    readonly address: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(HoldAction)
export class HoldActionHandler implements ICommandHandler<HoldAction> {
  constructor(
    private readonly store: HeldActionRepository,
    private readonly access: HeldActionAccessService,
    private readonly limits: CountLimits,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** LIMIT_REACHED where too many actions of the caller await approval. */
  async execute({ caller, action, body: fields, address, requestId }: HoldAction): Promise<HeldAction> {
    const now = this.clock.now();
    await this.limits.require<{ awaiting: number }>({
      lock: `held actions of ${caller.userId}`,
      sql: `SELECT count(*)::int AS awaiting FROM held_actions
             WHERE maker_id = $1 AND status = 'awaiting_approval' AND expires_at > $2`,
      parameters: [caller.userId, now],
      limits: { awaiting: { max: MAX_AWAITING, refusal: () => tooManyAwaiting(MAX_AWAITING) } },
    });
    const body = JSON.parse(JSON.stringify(fields)) as Record<string, unknown>;
    const maker = { makerId: caller.userId, makerSessionId: caller.sessionId };
    const approverRoles = this.access.approversOf(action);
    const held = HeldAction.make(
      { id: uuidv7(now), action, body, ...maker, address, requestId, approverRoles },
      now,
    );
    this.store.add(held);
    this.unit.audit({
      subject: held.id,
      after: { status: held.status, action, body },
      reason: reasonIn(body),
    });
    return held;
  }
}

/** The reason that the member of staff gave; actions call the field `reason` or `note`. */
function reasonIn({ reason, note }: Record<string, unknown>): string | undefined {
  const given = reason ?? note;
  return typeof given === 'string' ? given : undefined;
}
