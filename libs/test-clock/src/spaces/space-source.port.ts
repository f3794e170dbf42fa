import { DiscoveryService } from '@nestjs/core';

/**
 * Work on objects that falls due in business time. The timetable runs it for live objects and for test objects in real
 * time; the advance of a test clock runs it for the space of one app, that is for the test objects that the app made.
 */
export interface SpaceSource {
  /** Name in the timeline of an advance, such as `session_expired`. */
  readonly kind: string;
  /** The earliest due time after `after` of what `runSpace` works on; it may have passed. Null if nothing is due then. */
  nextDue(appId: string, after: Date): Promise<Date | null>;
  /** Works on what is due in the space at `upTo`. Returns the number of items done. */
  runSpace(appId: string, upTo: Date): Promise<number>;
}

/** Marks a space source. Work of the same time is done in this order. */
export const FollowsTestClock = DiscoveryService.createDecorator<{ order: number }>();

/** SQL: whether a test object of table `t` follows the real time, as every live object does. */
export const inRealTime = (t: string) =>
  `NOT EXISTS (SELECT 1 FROM test_clocks tc WHERE tc.id = ${t}.app_id AND tc.moved)`;

/** SQL: the business time of a row of table `t` (with `mode` and `app_id`) at the real time in `parameter`. */
export const businessTime = (t: string, parameter: string) =>
  `coalesce((SELECT coalesce(tc.frozen_at, ${parameter}::timestamptz + tc.offset_ms * interval '1 millisecond')
     FROM test_clocks tc WHERE ${t}.mode = 'test' AND tc.id = ${t}.app_id), ${parameter}::timestamptz)`;

/**
 * SQL: moves a time of the rows of an owner (`$1`) that meet `condition`, where it had not come at the real time `$2`, by the
 * business time that passed from then to `$3`.
 */
export const postpone = (table: string, column: string, condition: string) =>
  `UPDATE ${table} t SET ${column} = ${column} + (${businessTime('t', '$3')} - ${businessTime('t', '$2')}), version = version + 1
    WHERE owner_id = $1 AND ${condition} AND ${column} > ${businessTime('t', '$2')}`;
