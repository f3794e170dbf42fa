import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { addSeconds, Clock, uuidv7 } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { ManyPeopleViewed } from '../audit.events';
import { MAX_PEOPLE_VIEWED, PeopleViewedQueries, VIEW_SECONDS } from '../people-viewed.queries';

/** Alerts administrators of a member of staff who viewed too many people in the last hour, once an hour. */
export class ReportPeopleViewed extends Command<void> {
  constructor(readonly staffId: string) {
    super();
  }
}

@CommandHandler(ReportPeopleViewed)
export class ReportPeopleViewedHandler implements ICommandHandler<ReportPeopleViewed> {
  constructor(
    private readonly queries: PeopleViewedQueries,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  async execute({ staffId }: ReportPeopleViewed): Promise<void> {
    const people = await this.queries.countUnreported(staffId);
    if (people <= MAX_PEOPLE_VIEWED) return;
    const now = this.clock.now();
    const from = addSeconds(now, -VIEW_SECONDS);
    // Where another process alerts first, the command starts over and finds the alert.
    this.unit.stage({
      sql: `INSERT INTO people_viewed_alerts AS a (staff_id, alerted_at) VALUES ($1, $2)
            ON CONFLICT (staff_id) DO UPDATE SET alerted_at = $2 WHERE a.alerted_at <= $3`,
      parameters: [staffId, now, from],
      expectedRows: 1,
    });
    const id = uuidv7(now);
    this.eventBus.publish(
      new ManyPeopleViewed(id, id, 'live', {
        staffId,
        people,
        from: from.toISOString(),
        to: now.toISOString(),
      }),
    );
  }
}
