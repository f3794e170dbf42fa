import { Body, Query } from '@nestjs/common';
import { By, type Caller, GetAction, type Policy, PostAction, Uuid, WireController } from '@app/http';
import type { ConformanceRun } from './conformance-runs.store';
import { RunConformance } from './flows/run-conformance';

class ExamineEndpoint {
  @Uuid()
  id: string;
}

class RunId {
  @Uuid()
  run_id: string;
}

const EXAMINE = {
  summary: 'Send an endpoint what it must take and what it must refuse, and report rule by rule',
  scope: 'webhooks:manage',
  rate: 'conformance',
} as const satisfies Partial<Policy>;
const READ = {
  summary: 'The report of a conformance run',
  scope: 'webhooks:manage',
} as const satisfies Partial<Policy>;

/** `business.php?section=webhooks&action=conformance`. */
@WireController('business.php')
export class ConformanceController {
  constructor(private readonly conformance: RunConformance) {}

  @PostAction('webhooks/conformance', {
    ...EXAMINE,
    credentials: ['session', 'secret-key'],
    team: 'webhooks',
    refusals: ['NOT_FOUND'],
  })
  async examine(@Body() { id }: ExamineEndpoint, @By() caller: Caller) {
    return runView(await this.conformance.start(caller, id));
  }

  @GetAction('webhooks/conformance', {
    ...READ,
    credentials: ['session', 'secret-key'],
    team: 'webhooks',
    refusals: ['NOT_FOUND'],
  })
  async report(@Query() { run_id: id }: RunId, @By() caller: Caller) {
    return runView(await this.conformance.find(caller, id));
  }
}

/**
 * `webhooks.php?action=conformance` in the sandbox, for test keys, which may only read on the business host.
 */
@WireController('webhooks.php')
export class SandboxConformanceController {
  constructor(private readonly conformance: RunConformance) {}

  @PostAction('conformance', { ...EXAMINE, credentials: ['secret-key'], refusals: ['NOT_FOUND'] })
  async examine(@Body() { id }: ExamineEndpoint, @By() caller: Caller) {
    return runView(await this.conformance.start(caller, id));
  }

  @GetAction('conformance', { ...READ, credentials: ['secret-key'], refusals: ['NOT_FOUND'] })
  async report(@Query() { run_id: id }: RunId, @By() caller: Caller) {
    return runView(await this.conformance.find(caller, id));
  }
}

function runView({ id, endpointId, status, startedAt, finishedAt, rules }: ConformanceRun) {
  const count = (verdict: boolean | null) => rules.filter(({ passed }) => passed === verdict).length;
  const counts = { passed: count(true), failed: count(false), unseen: count(null) };
  return {
    run_id: id,
    webhook_id: endpointId,
    status,
    /** Null until the report is complete. */
    conformant: status === 'completed' ? counts.failed === 0 : null,
    counts,
    started_at: startedAt,
    finished_at: finishedAt,
    rules,
  };
}
