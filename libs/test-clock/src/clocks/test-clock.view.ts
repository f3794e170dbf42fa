import type { OutstandingDeliveries, TimelineEntry } from '../spaces/timeline.view';

/** What is shown of a test clock. */
export interface TestClockFacts {
  status: 'idle' | 'advancing';
  frozenAt: Date | null;
  offsetMs: number;
  target: Date | null;
  advancedFrom: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  stopped: 'quota' | null;
  ran: number;
  steps: number;
  timeline: TimelineEntry[];
  outstanding: OutstandingDeliveries[];
  timeAt(now: Date): Date;
}

/** A test clock as its merchant sees it; `took_ms` and `started_at` are in real time. */
export function testClockView(clock: TestClockFacts, now: Date) {
  const { status, advancedFrom, startedAt, finishedAt } = clock;
  const end = finishedAt ?? now;
  return {
    status,
    now: clock.timeAt(now).toISOString(),
    frozen: status === 'idle' && clock.frozenAt !== null,
    real_time: clock.frozenAt === null && clock.offsetMs === 0,
    target: clock.target?.toISOString() ?? null,
    from: advancedFrom?.toISOString() ?? null,
    stopped: clock.stopped,
    ran: clock.ran,
    steps: clock.steps,
    timeline: clock.timeline,
    outstanding: clock.outstanding,
    started_at: startedAt?.toISOString() ?? null,
    took_ms: startedAt && end.getTime() - startedAt.getTime(),
  };
}
