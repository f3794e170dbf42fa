import * as fc from 'fast-check';
import { changeCustomer } from './customer-steps';
import { changedTwice } from './plan-change-steps';
import { pay } from './public-subscription-steps';
import { accountAt, nat, Step } from './step';
import { createPlan, newCustomer, periods, subscribe, subscribePublicly } from './subscribe-steps';
import { renew } from './subscription-steps';

/**
 * One customer presses the button of a plan several times and pays two of them; another customer, whom the server has
 * subscribed, gets the address of the first one in vain, and then a new one.
 */
const buttonsOfOneCustomer = fc
  .record({
    account: nat,
    minor: fc.integer({ min: 1000, max: 1_000_000 }).map(BigInt),
    period: periods,
    more: fc.integer({ min: 1, max: 2 }),
  })
  .map(
    (request) =>
      new Step('Buttons', request, async (world, service) => {
        const { minor, period, more } = request;
        const account = accountAt(world, request.account);
        const plan = await createPlan(world, service, account, { minor, ...period });
        const customer = { customer: newCustomer('approves'), bank: 'approves' } as const;
        const made = [];
        for (let i = 0; i < 2 + more; i++)
          made.push((await subscribePublicly(world, service, plan, customer))!);
        for (const one of made.slice(0, 2)) await pay(world, service, [one, one.bills[0]!], 'approved');
        await renew(world, service);
        const other = (await subscribe(world, service, plan, { mode: 'invoice', bank: 'approves' }))!;
        for (const email of [customer.customer, newCustomer('approves')])
          await changeCustomer(world, service, other, { email, key: false });
      }),
  );

/** The first step of a run, which brings about what every run is to include. */
export const firstSteps = fc.tuple(changedTwice, buttonsOfOneCustomer).map(
  (steps) =>
    new Step('Begin', steps.map(String), async (world, service) => {
      for (const step of steps) await step.run(world, service);
    }),
);
