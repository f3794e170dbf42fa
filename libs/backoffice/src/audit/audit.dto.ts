import { OmitType } from '@nestjs/swagger';
import { Code, DateText, PagedQuery, Uuid } from '@app/http';

const ACTION = 'What was done, e.g. `ledger.reverse`, or all of a section: `ledger`';

export class ListAuditDto extends PagedQuery {
  @Uuid({ optional: true, description: 'A member of staff; default: all that you may see' })
  staff_id?: string;

  /** `action` is the action of the request itself. */
  @Code({ optional: true, max: 100, description: ACTION })
  entry_action?: string;

  @Code({ optional: true, description: 'The object, by its id or name as in the entry' })
  subject?: string;

  @DateText({ optional: true, description: 'A date, or a time; default: the first entry' })
  from?: string;

  @DateText({ optional: true, description: 'A date, which is included, or a time; default: now' })
  to?: string;
}

/** Which entries an export contains. */
export class AuditFilterDto extends OmitType(ListAuditDto, ['page', 'per_page', 'cursor']) {}
