import type { operations as MerchantOperations } from '../../../../../packages/node/src/generated/types';
import type { operations as StaffOperations } from './generated/staff';

type Operations = MerchantOperations & StaffOperations;
export type Operation = keyof Operations;

type Body<Id extends Operation> = Operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Json } } };
}
  ? Json
  : never;

/** What `read` and `call` answer: the fields of the answer of an operation, or what `data` holds where it is alone. */
export type Answer<Id extends Operation> =
  Exclude<keyof Body<Id>, 'success' | 'dry_run'> extends 'data'
    ? Body<Id> extends { data: infer Data }
      ? Data
      : Body<Id>
    : Body<Id>;

/** A row of the answer of an operation that lists. */
export type Row<Id extends Operation> =
  Answer<Id> extends (infer One)[] ? One : Answer<Id> extends { data: (infer One)[] } ? One : never;

/** What an operation takes as its query. */
export type Query<Id extends Operation> = Operations[Id] extends { parameters: { query?: infer Fields } }
  ? NonNullable<Fields>
  : never;

export type Payment = Row<'businessPaymentsList'> & { refunds?: Answer<'businessPaymentsDetail'>['refunds'] };
export type Refund = NonNullable<Payment['refunds']>[number];
