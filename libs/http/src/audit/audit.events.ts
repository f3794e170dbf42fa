import { DomainEvent } from '@app/kernel';

/** A member of staff has viewed the records of more than 100 people in an hour. */
export class ManyPeopleViewed extends DomainEvent<{
  staffId: string;
  /** Different people in that hour. */
  people: number;
  from: string;
  to: string;
}> {
  static override readonly type = 'staff.many-people-viewed';
}
