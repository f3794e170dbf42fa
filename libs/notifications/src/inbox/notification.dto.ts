import { Int, MAX_PAGE, QueryInt } from '@app/http';

const MAX_ID = 2_147_483_647;

export class NotificationsQuery {
  @QueryInt({ min: 1, max: MAX_PAGE, fallback: 1 }) page: number;
  @QueryInt({ min: 1, max: 100, fallback: 20 }) per_page: number;
}

export class MarkReadDto {
  @Int({ min: 1, max: MAX_ID }) id: number;
}
