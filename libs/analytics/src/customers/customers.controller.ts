import { Inject, Query } from '@nestjs/common';
import type { HostName } from '@app/config';
import { By, type Caller, GetAction, HOST, modeOf, ownerOf, WireController } from '@app/http';
import { CustomersQueries } from './customers.queries';
import { CustomerListQuery, CustomerQuery } from './customers.dto';

const READ = {
  credentials: ['session', 'secret-key'],
  accountType: 'business',
  scope: 'charges:read',
  team: 'payments:read',
} as const;

/** `business.php?section=customers`: who has paid the business, by e-mail address. */
@WireController('business.php')
export class CustomersController {
  constructor(
    private readonly customers: CustomersQueries,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  @GetAction('customers/list', { ...READ, summary: 'Customers of the business, the last who paid first' })
  list(@By() caller: Caller, @Query() query: CustomerListQuery) {
    return this.customers.list(ownerOf(caller), modeOf(this.host), query);
  }

  @GetAction('customers/show', {
    ...READ,
    summary: 'One customer with the newest subscriptions and invoices',
    refusals: ['NOT_FOUND'],
  })
  async show(@By() caller: Caller, @Query() { email }: CustomerQuery) {
    const of = [ownerOf(caller), modeOf(this.host), email] as const;
    const [customer, bills] = await Promise.all([this.customers.find(...of), this.customers.bills(...of)]);
    return { customer, ...bills };
  }
}
