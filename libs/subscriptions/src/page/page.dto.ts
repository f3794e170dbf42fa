import { OneOf } from '@app/http';

export class CancelForm {
  @OneOf(['period_end', 'now'])
  when: 'period_end' | 'now';
}
