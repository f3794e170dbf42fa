import { Bool, DateText, Int } from '@app/http';

export class AdvanceBody {
  @DateText({ optional: true, description: 'The time to advance to' })
  to?: string;

  @Int({ optional: true, min: 0, max: 3660 })
  days?: number;

  @Int({ optional: true, min: 0, max: 87_840 })
  hours?: number;

  @Bool({ optional: true, description: 'Holds the time at the target; otherwise it runs on from there' })
  freeze?: boolean;
}
