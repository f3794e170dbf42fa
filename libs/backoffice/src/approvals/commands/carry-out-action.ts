import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserCaller } from '@app/http';
import { Prepared } from '@app/write-path';
import { ActionPreviewsService, type AnyAction } from '../action-previews.service';
import { heldByNow } from '../approvals.errors';
import { UnheldActionsStore } from '../unheld-actions.store';

/** Like actions of the person committed meanwhile, so that the action has to wait for a second person. */
export class HeldMeanwhile extends Error {}

/** Runs the command of an action in the unit of work of the running command. */
export async function runAction(
  bus: CommandBus,
  action: AnyAction,
  caller: UserCaller,
  body: object,
): Promise<unknown> {
  const result: unknown = await bus.execute(action.command(caller, body));
  return result instanceof Prepared ? result.apply() : result;
}

/** Carries an action out that no rule holds, and counts it. Throws `HeldMeanwhile`, and CONFLICT where its object changed. */
export class CarryOutAction extends Command<unknown> {
  constructor(
    readonly action: AnyAction,
    readonly caller: UserCaller,
    readonly body: object,
  ) {
    super();
  }
}

@CommandHandler(CarryOutAction)
export class CarryOutActionHandler implements ICommandHandler<CarryOutAction> {
  constructor(
    private readonly bus: CommandBus,
    private readonly previews: ActionPreviewsService,
    private readonly unheld: UnheldActionsStore,
  ) {}

  async execute({ action, caller, body }: CarryOutAction): Promise<unknown> {
    const result = await runAction(this.bus, action, caller, body);
    // What is committed obeys the rule, also where the object changed since.
    const { kind, facts, isHeld, isHeldAlone } = await this.previews.judge(
      action.name,
      caller.userId,
      action.facts?.(result) ?? {},
    );
    if (isHeld) throw isHeldAlone ? heldByNow() : new HeldMeanwhile();
    if (kind !== null) this.unheld.add(caller.userId, kind, facts);
    return result;
  }
}
