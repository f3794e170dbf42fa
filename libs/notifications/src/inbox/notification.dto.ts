import { Int } from '@app/http';

const MAX_ID = 2_147_483_647;

export class MarkReadDto {
  @Int({ min: 1, max: MAX_ID }) id: number;
}
