import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from './platform';

const EVERY_MS = 50;

/** What the sandbox tells about the test clock of an app. */
export interface ClockState {
  status: 'idle' | 'advancing';
  now: string;
  from: string | null;
  frozen: boolean;
  real_time: boolean;
  stopped: 'quota' | null;
  ran: number;
  steps: number;
  timeline: { at: string; kind: string; count: number }[];
  outstanding: { webhook_id: string; deliveries: number }[];
}

/** `to` is the body of the request. Resolves when the advance has ended, also if its answer said that it goes on. */
export async function advanceTestClock(platform: Platform, key: string, to: object): Promise<ClockState> {
  const answer = await platform.post('sandbox', 'test-clock.php?action=advance', to, { key });
  if (answer.status !== 200) throw new Error(`advance: ${answer.status} ${answer.text}`);
  let clock = answer.body as unknown as ClockState;
  while (clock.status === 'advancing') {
    await pause(EVERY_MS);
    clock = await testClock(platform, key);
  }
  return clock;
}

export async function testClock(platform: Platform, key: string): Promise<ClockState> {
  const { body } = await platform.get('sandbox', 'test-clock.php?action=now', { key });
  return body as unknown as ClockState;
}
