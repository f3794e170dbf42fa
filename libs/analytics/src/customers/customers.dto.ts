import { Email, PagedQuery, SearchText } from '@app/http';

export class CustomerListQuery extends PagedQuery {
  @SearchText({ optional: true, max: 100, description: 'The beginning of the address or of a name' })
  q?: string;
}

export class CustomerQuery {
  @Email()
  email: string;
}
