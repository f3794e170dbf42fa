import type { ConformanceClientService } from '../conformance-client.service';
import type { Exchange } from '../report.view';
import { allAccepted, failed, passed, type Rule, unseen } from './rule';

const AT_ONCE = 4;

export const acceptsDuplicates: Rule = {
  name: 'accepts-duplicates',
  sent: 'One event twice: the same bytes and id, the second time as attempt 2.',
  why: 'When your answer is lost on the way the event comes again. Refusing it makes us repeat it until it counts as failed.',
  fix: 'Answer 200 to an event you have seen, and do nothing else.',
  async examine(line) {
    return allAccepted(await twice(line));
  },
};

export const dropsDuplicates: Rule = {
  name: 'drops-duplicates',
  sent: `One event twice, one after the other; another one ${AT_ONCE} times at once.`,
  why: 'An event handled twice ships an order twice or credits a customer twice.',
  fix:
    'Store X-Service-Event-Id under a unique constraint in the transaction that does the work. To have it seen here, answer ' +
    'with the header X-Webhook-Outcome: handled when the event was new, or duplicate when it was not.',
  async examine(line) {
    const [first, second] = await twice(line);
    const event = line.event();
    const atOnce = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => line.deliver(`at once, ${n + 1} of ${AT_ONCE}`, event)),
    );
    return judged([first!, second!], atOnce);
  },
};

async function twice(line: ConformanceClientService): Promise<Exchange[]> {
  const event = line.event();
  return [
    await line.deliver('an event for the first time', event),
    await line.deliver('the same event again', { ...event, attempt: 2 }),
  ];
}

function judged(inTurn: readonly Exchange[], atOnce: readonly Exchange[]) {
  if ([...inTurn, ...atOnce].some(({ outcome }) => outcome === null)) {
    return unseen(
      'Cannot be seen from outside: the answers do not say whether an event was handled or known already.',
    );
  }
  const times = [inTurn, atOnce].map((group) => group.filter(({ outcome }) => outcome === 'handled').length);
  const said = `By its own word the endpoint handled the event sent twice ${count(times[0]!)}, and ${count(times[1]!)} the one sent ${AT_ONCE} times at the same moment.`;
  return times.every((n) => n === 1) && inTurn[0]!.outcome === 'handled' ? passed(said) : failed(said);
}

function count(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}
