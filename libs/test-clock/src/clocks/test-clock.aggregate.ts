import { Aggregate } from '@app/kernel';
import { Column, Entity, PrimaryColumn, type ValueTransformer } from 'typeorm';
import { clockAdvancing, notForward, tooFar } from './test-clock.errors';
import { TestClockReset } from './test-clock.events';
import type { OutstandingDeliveries, TimelineEntry } from '../spaces/timeline.view';

/** How far ahead of the real time a clock may be. */
const MAX_AHEAD_MS = 10 * 366 * 86_400_000;

const milliseconds: ValueTransformer = {
  to: (value: number) => value,
  from: (value: string) => +value,
};

/** The business time of the test objects of one app. It goes forward only; a reset ends it. */
@Entity('test_clocks')
export class TestClock extends Aggregate {
  /** The app. */
  @PrimaryColumn('uuid') id: string;
  @Column({ type: 'uuid', name: 'owner_id', update: false }) ownerId: string;
  /** Business time minus real time, while it runs. */
  @Column({ type: 'bigint', name: 'offset_ms', transformer: milliseconds }) offsetMs: number;
  /** Where it stands still; an advance also stands at the time of each step. */
  @Column({ type: 'timestamptz', name: 'frozen_at', nullable: true }) frozenAt: Date | null;
  @Column('text') status: 'idle' | 'advancing';
  @Column({ type: 'timestamptz', nullable: true }) target: Date | null;
  /** Whether it stands still at the target. */
  @Column('boolean') freezes: boolean;
  @Column({ type: 'timestamptz', name: 'advanced_from', nullable: true }) advancedFrom: Date | null;
  /** Real times of the last advance. */
  @Column({ type: 'timestamptz', name: 'started_at', nullable: true }) startedAt: Date | null;
  @Column({ type: 'timestamptz', name: 'finished_at', nullable: true }) finishedAt: Date | null;
  /** Why the last advance ended before its target. */
  @Column({ type: 'text', nullable: true }) stopped: 'quota' | null;
  @Column('int') steps: number;
  @Column('int') ran: number;
  @Column('jsonb') timeline: TimelineEntry[];
  @Column('jsonb') outstanding: OutstandingDeliveries[];
  @Column('int') override version = 0;

  constructor(appId?: string, ownerId?: string) {
    super();
    if (appId === undefined || ownerId === undefined) return;
    this.id = appId;
    this.ownerId = ownerId;
    this.status = 'idle';
    this.freezes = false;
    this.offsetMs = this.steps = this.ran = 0;
    this.frozenAt = this.target = this.advancedFrom = this.startedAt = this.finishedAt = null;
    this.stopped = null;
    this.timeline = [];
    this.outstanding = [];
  }

  /** The business time at a real time. */
  timeAt(now: Date): Date {
    return this.frozenAt ?? new Date(now.getTime() + this.offsetMs);
  }

  /** Begins an advance, which the scheduler carries out. The current time as target changes nothing but `freezes`. */
  advance(target: Date, freezes: boolean, now: Date): void {
    if (this.status === 'advancing') throw clockAdvancing();
    const current = this.timeAt(now);
    if (target < current) throw notForward(current);
    if (target.getTime() - now.getTime() > MAX_AHEAD_MS) throw tooFar();
    this.status = 'advancing';
    this.target = target;
    this.freezes = freezes;
    this.advancedFrom = this.frozenAt = current;
    this.startedAt = now;
    this.finishedAt = this.stopped = null;
    this.steps = this.ran = 0;
    this.timeline = [];
    this.outstanding = [];
  }

  /** Holds the time where it is. */
  freeze(now: Date): void {
    if (this.status === 'advancing') throw clockAdvancing();
    this.frozenAt = this.timeAt(now);
  }

  /** Real time again. */
  reset(now: Date): void {
    if (this.status === 'advancing') throw clockAdvancing();
    const aheadMs = this.timeAt(now).getTime() - now.getTime();
    this.offsetMs = 0;
    this.frozenAt = null;
    this.record(new TestClockReset(this.id, this.ownerId, 'test', { aheadMs }));
  }
}
