import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { AnswerChecks, type ReceivedAnswer } from './answer-checks';

/** What lasts longer than one test file: the worker's checks, and the operations whose success it has seen. */
interface Shared {
  checks: Map<string, AnswerChecks>;
  seen: Set<string>;
}

const shared = ((globalThis as { checkedAnswers?: Shared }).checkedAnswers ??= {
  checks: new Map(),
  seen: new Set(),
});
/** The host behind each origin of this test file. */
const hosts = new Map<string, string>();

/** Has the answers from this address compared with the documents of the host. */
export function checkAnswersOf(host: string, url: string): void {
  if (host !== 'scheduler') hosts.set(new URL(url).origin, host);
}

/** Throws where an answer is not as the API reference says; names the test, the operation and the place. */
export function checkAnswer(url: string, answer: Omit<ReceivedAnswer, 'target'>): void {
  const { origin } = new URL(url);
  const host = hosts.get(origin);
  if (host === undefined) return;
  const checks = shared.checks.get(host) ?? new AnswerChecks(host);
  shared.checks.set(host, checks);
  const received = { ...answer, target: url.slice(origin.length) };
  const fault = checks.faultOf(received);
  if (fault)
    throw new Error(`${expect.getState().currentTestName ?? 'before the tests'}: on ${host}, ${fault}`);
  if (answer.status < 300) see(`${host} ${checks.operationOf(received)}`);
}

/** Notes an operation for the end of the run, once per worker. */
function see(operation: string): void {
  const folder = process.env.SEEN_OPERATIONS;
  if (!folder || shared.seen.has(operation)) return;
  shared.seen.add(operation);
  appendFileSync(path.join(folder, String(process.pid)), `${operation}\n`);
}
