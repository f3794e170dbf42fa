import { Code, OneOf, SearchText } from '@app/http';

export class ExplainQuery {
  @Code({
    max: 200,
    description: 'The id of a payment, refund, payout or any other object, or of a transaction',
  })
  id: string;

  @Code({ optional: true, max: 400, description: 'The `next_cursor` of the answer before' })
  cursor?: string;
}

export class TimelineQuery extends ExplainQuery {
  @OneOf(['owner'], {
    optional: true,
    description: 'Default: all that is known. owner: what its owner is shown',
  })
  as?: 'owner';
}

export class FindObjectsQuery {
  @SearchText({ max: 200, description: 'Any id, a reference, or an e-mail address, in full' })
  q: string;
}
