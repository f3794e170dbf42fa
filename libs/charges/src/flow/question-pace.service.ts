import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { gatewayAway, tooManyQuestions } from '../charge/charge.errors';

/** Shortest time between two questions about one attempt. */
const PAUSE_MS = 1000;
/** Different questions about one attempt that may wait for their turn in this process. */
const MAX_WAITING = 5;
/** Together with the time limit of a question less than a claimed idempotency key lives. */
const MAX_WAIT_MS = 6000;

interface Lane {
  /** Questions that have not been asked yet, by what they ask. */
  waiting: Map<string, Promise<unknown>>;
  /** The turn of the last of them. */
  last: Promise<unknown>;
}

/**
 * Asks the payment provider at most one question a second per attempt on behalf of clients, over all processes. Callers
 * who wait for the same question share it, so each gets an answer that is younger than their request.
 */
@Injectable()
export class QuestionPaceService {
  private readonly lanes = new Map<string, Lane>();

  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /**
   * `subject` is the attempt or deposit, `about` what the question asks of it. Throws RATE_LIMITED where too many
   * different questions wait, GATEWAY_ERROR where the turn does not come in time.
   */
  ask<T>(subject: string, about: string, question: () => Promise<T>): Promise<T> {
    const lane = this.lanes.get(subject) ?? { waiting: new Map(), last: Promise.resolve() };
    const shared = lane.waiting.get(about) as Promise<T> | undefined;
    if (shared) return shared;
    if (lane.waiting.size >= MAX_WAITING) return Promise.reject(tooManyQuestions());
    this.lanes.set(subject, lane);
    const turn = lane.last.then(() => this.turn(subject));
    lane.last = turn.catch(() => undefined);
    const begun = () => {
      lane.waiting.delete(about);
      if (lane.waiting.size === 0) this.lanes.delete(subject);
    };
    const asked = turn.finally(begun).then(question);
    lane.waiting.set(about, asked);
    return asked;
  }

  /** Waits until no process has asked about the subject for a second, and claims that second. In real time. */
  private async turn(subject: string): Promise<void> {
    for (let waitedMs = 0; waitedMs < MAX_WAIT_MS;) {
      const { rows } = await this.pool.query<{ waitMs: number }>({
        name: 'charge_question',
        text: `WITH claimed AS (
                 INSERT INTO charge_questions AS q (subject, asked_at) VALUES ($1, clock_timestamp())
                 ON CONFLICT (subject) DO UPDATE SET asked_at = clock_timestamp()
                  WHERE q.asked_at <= clock_timestamp() - make_interval(secs => $2::float8 / 1000)
                 RETURNING 1)
               SELECT CASE WHEN EXISTS (SELECT 1 FROM claimed) THEN 0
                           ELSE (SELECT extract(epoch FROM asked_at - clock_timestamp()) * 1000 + $2::float8
                                   FROM charge_questions WHERE subject = $1) END::float8 AS "waitMs"`,
        values: [subject, PAUSE_MS],
      });
      // Null: another process has inserted the row meanwhile.
      const waitMs = rows[0]!.waitMs ?? PAUSE_MS;
      if (waitMs === 0) return;
      const pause = Math.min(Math.max(Math.ceil(waitMs), 1), PAUSE_MS);
      waitedMs += pause;
      await delay(pause);
    }
    throw gatewayAway();
  }
}
