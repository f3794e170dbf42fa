import { Code, DateText, OneOf, PagedQuery, Uuid } from '@app/http';

export class ListDeliveriesDto extends PagedQuery {
  @OneOf(['pending', 'delivered', 'failed'], { optional: true }) status?: string;
  @Uuid({ optional: true }) app_id?: string;
  @Uuid({ optional: true }) webhook_id?: string;
  @Code({ optional: true, max: 100 }) event?: string;
  @DateText({ optional: true, description: 'A date, or a time; default: a day before to' }) from?: string;
  @DateText({ optional: true, description: 'A date, which is included, or a time; default: now' })
  to?: string;
}
