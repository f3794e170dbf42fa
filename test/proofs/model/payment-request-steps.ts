import * as fc from 'fast-check';
import { meets, number } from './ask';
import { answer, requestPayment, statusOf } from './payment-requests';
import { accountAt, asking, currency, keyed, minor, nat, pick, Step } from './step';

export const paymentsRequested = fc
  .record({
    from: nat,
    to: nat,
    minor,
    keyed,
    currency: fc.option(currency),
    note: fc.option(fc.constantFrom('Lunch', '=1+1')),
  })
  .map((request) =>
    asking('RequestPayment', request, (world) =>
      requestPayment(world, {
        ...request,
        from: accountAt(world, request.from),
        to: accountAt(world, request.to),
      }),
    ),
  );

/** Mostly by an account that the request concerns. */
const by = fc.oneof(
  { weight: 8, arbitrary: fc.constant('asked' as const) },
  { weight: 3, arbitrary: fc.constant('asker' as const) },
  { weight: 1, arbitrary: nat },
);

export const requestsAnswered = fc
  .record({
    request: nat,
    by,
    keyed,
    action: fc.constantFrom(
      ...(['fulfill-request', 'fulfill-request', 'fulfill-request'] as const),
      ...(['decline-request', 'cancel-request'] as const),
    ),
  })
  .map((input) =>
    asking('Answer', input, (world) => {
      if (world.requests.length === 0) return null;
      const request = pick(world.requests, input.request);
      const account = { asked: request.to, asker: request.from };
      const who = typeof input.by === 'number' ? accountAt(world, input.by) : account[input.by];
      return answer(world, request, who, input.action);
    }),
  );

export const requestsRead = fc
  .record({
    account: nat,
    direction: fc.constantFrom('incoming' as const, 'outgoing' as const),
    status: fc.option(fc.constantFrom('pending', 'paid', 'declined', 'cancelled', 'expired')),
  })
  .map(
    (input) =>
      new Step('Requests', input, async (world, service) => {
        const account = accountAt(world, input.account);
        const side = input.direction === 'incoming' ? 'to' : 'from';
        const listed = world.requests
          .filter((request) => request[side] === account)
          .map((request) => ({ ...request, status: statusOf(world, request) }))
          .filter(({ status }) => input.status === null || status === input.status)
          .reverse();
        const data = listed.slice(0, 20).map((request) => ({
          request_id: request.id,
          status: request.status,
          note: request.note,
          amount: number(request.minor),
          currency: request.currency,
          fee: number(world.books.feeOf(request.minor)),
        }));
        const query = `direction=${input.direction}${input.status ? `&status=${input.status}` : ''}`;
        const reply = await service.of(account, 'GET', `wallet.php?action=requests&${query}`);
        meets(reply, { status: 200, fields: { data: { total: listed.length, data } } });
      }),
  );
