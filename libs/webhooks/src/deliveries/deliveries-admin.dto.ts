import { Code, DateText, OneOf, QueryInt, Uuid } from '@app/http';

const MAX_PAGE = 1000;

export class ListDeliveriesDto {
  @OneOf(['pending', 'delivered', 'failed'], { optional: true }) status?: string;
  @Uuid({ optional: true }) app_id?: string;
  @Uuid({ optional: true }) webhook_id?: string;
  @Code({ optional: true, max: 100 }) event?: string;
  @DateText({ optional: true, description: 'A date, or a time; default: a day before to' }) from?: string;
  @DateText({ optional: true, description: 'A date, which is included, or a time; default: now' })
  to?: string;
  @QueryInt({ min: 1, max: MAX_PAGE, fallback: 1 }) page: number;
  @QueryInt({ min: 1, max: 100, fallback: 20 }) per_page: number;
}
