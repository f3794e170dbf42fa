import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { EgressProbe } from '@app/egress';
import { Clock } from '@app/kernel';
import { type Examined, ConformanceClientService } from './conformance-client.service';
import type { RuleReport, Verdict } from './report.view';
import { failed, type Rule, unseen } from './rules/rule';
import { furtherRules } from './rules/index';
import { acceptsGenuine } from './rules/acceptance';

/** Maximum duration of an examination. */
const MAX_DURATION_MS = 120_000;
const TOO_SLOW = failed(
  `Not reached: the endpoint answers so slowly that ${MAX_DURATION_MS / 1000} seconds were over.`,
);
const NOT_REACHED = unseen(
  'Not tried: the endpoint does not take a genuine event, so what it refuses says nothing.',
);

/** Checks every rule on one endpoint, one after the other. Must be called outside a transaction. */
@Injectable()
export class ExaminationService {
  private readonly rules: Rule[];

  constructor(
    private readonly egress: EgressProbe,
    private readonly clock: Clock,
    { env }: Config,
  ) {
    this.rules = furtherRules(env.WEBHOOK_TIMEOUT_SECONDS * 1000);
  }

  /** Failures of the endpoint are in the reports. Throws only when `signal` aborts. */
  async examine(examined: Examined, signal: AbortSignal): Promise<RuleReport[]> {
    const until = performance.now() + MAX_DURATION_MS;
    const line = new ConformanceClientService(examined, this.egress, this.clock, signal);
    const reports = [await reportOf(acceptsGenuine, line, (rule) => rule.examine(line))];
    const accepts = reports[0]!.passed;
    for (const rule of this.rules) {
      const skipped = !accepts ? NOT_REACHED : performance.now() > until ? TOO_SLOW : null;
      reports.push(await reportOf(rule, line, async () => skipped ?? rule.examine(line)));
    }
    return reports;
  }
}

async function reportOf(
  rule: Rule,
  line: ConformanceClientService,
  examine: (rule: Rule) => Promise<Verdict>,
): Promise<RuleReport> {
  const { passed, finding } = await examine(rule);
  const { name, sent, why, fix } = rule;
  return { rule: name, passed, finding, sent, received: line.takeExchanges(), why, fix, mend: fix };
}
