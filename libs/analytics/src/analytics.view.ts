import { minorToJsonNumber } from '@app/kernel';
import type { Bucket, ReportFrame, TopSender } from './analytics.queries';
import { type Flow, type Revenue, sharesOf, type TypeFigures } from './figures/movement-figures.policy';
import { changesOf, type OverviewFigures, overviewView } from './figures/overview.policy';
import { dateIn } from './periods/report-period.policy';

/** What every report begins with. The end of a period is the instant before which its movements lie. */
export function frameView({ wallet, period, isProvisional }: ReportFrame) {
  return {
    period: { from: period.from.toISOString(), to: period.to.toISOString() },
    timezone: period.timezone,
    provisional: isProvisional,
    currency: wallet.currency,
  };
}

export function overviewResponse(frame: ReportFrame, now: OverviewFigures, before: OverviewFigures) {
  return { ...frameView(frame), ...overviewView(now), change: changesOf(now, before) };
}

export function chartPoint({ begin, received, count, reversed }: Bucket<Revenue>) {
  return {
    t: begin.toISOString(),
    amount: minorToJsonNumber(received),
    count: Number(count),
    reversed: minorToJsonNumber(reversed),
  };
}

export const flowDay =
  (timezone: string) =>
  ({ begin, inflow, outflow }: Bucket<Flow>) => ({
    date: dateIn(begin, timezone),
    inflow: minorToJsonNumber(inflow),
    outflow: minorToJsonNumber(outflow),
    net: minorToJsonNumber(inflow - outflow),
  });

export function breakdownRows(types: readonly TypeFigures[]) {
  const shares = sharesOf(types);
  return types.map((one, i) => ({
    type: one.type,
    count: Number(one.count),
    in: minorToJsonNumber(one.in),
    out: minorToJsonNumber(one.out),
    share: shares[i]!,
  }));
}

export function senderView({ sender, count, minor }: TopSender) {
  return {
    usertag: sender.usertag,
    name: sender.name,
    type: sender.accountType,
    amount: minorToJsonNumber(minor),
    count: Number(count),
  };
}
