import { QueryInt } from '@app/http';

export class ReviewQueueQuery {
  @QueryInt({ min: 1, max: 1_000_000, fallback: 1 })
  page: number;

  @QueryInt({ min: 1, max: 100, fallback: 20 })
  per_page: number;
}
