import { Lines, Matching, OneOf, PagedQuery, Uuid } from '@app/http';
import { HELD_STATUSES, type HeldStatus } from './held-action.states';

const REASON = { min: 3, description: 'Kept in the audit log' };

export class HeldActionsQuery extends PagedQuery {
  @OneOf([...HELD_STATUSES, 'all'], { optional: true, description: 'awaiting_approval where absent' })
  status?: HeldStatus | 'all';
}

export class HeldActionQuery {
  @Uuid()
  approval_id: string;
}

export class ApproveBody {
  @Uuid()
  approval_id: string;

  @Matching(/^[0-9a-fA-F]{64}$/, 'must be the digest that show returned', {
    description: 'As show returned it: of the action, its fields and its result',
  })
  digest: string;
}

export class RefuseBody {
  @Uuid()
  approval_id: string;

  @Lines(REASON)
  reason: string;
}

export class WithdrawBody {
  @Uuid()
  approval_id: string;

  @Lines({ ...REASON, optional: true })
  reason?: string;
}
