import { Body } from '@nestjs/common';
import { By, Context, GetAction, Lines, PostAction, type UserCaller, Uuid, WireController } from '@app/http';
import { Commands, type RequestContext } from '@app/write-path';
import { type ChargeHold, ChargeHoldsStore } from './charge-holds.store';
import { ReleaseCharges } from './commands/release-charges';

class ReleaseChargesBody {
  @Uuid()
  id: string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

/** `admin.php?section=subscriptions`: stops of silent charges. */
@WireController('admin.php')
export class ChargeHoldsController {
  constructor(
    private readonly holds: ChargeHoldsStore,
    private readonly commands: Commands,
  ) {}

  @GetAction('subscriptions/charge-holds', {
    summary: 'Stops of silent charges that are in force, the oldest first',
    credentials: ['staff'],
    roles: ['support', 'finance'],
  })
  async list() {
    const holds = await this.holds.list();
    return { holds: holds.map(holdView) };
  }

  @PostAction('subscriptions/release-charges', {
    summary: 'Make silent charges again, after the clocks were checked',
    credentials: ['staff'],
    roles: ['finance'],
    idempotent: true,
    refusals: ['NOT_FOUND'],
  })
  release(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @Body() { id, reason }: ReleaseChargesBody,
  ) {
    return this.commands.answer(context, new ReleaseCharges(caller, id, reason), holdView);
  }
}

function holdView({ id, cause, seconds, heldAt }: ChargeHold) {
  return { id, cause, seconds, held_at: heldAt.toISOString() };
}
