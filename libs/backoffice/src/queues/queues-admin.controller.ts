import { Body } from '@nestjs/common';
import { Config } from '@app/config';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Code, Context, GetAction, Lines, PostAction, type UserCaller, WireController } from '@app/http';
import { Clock } from '@app/kernel';
import { OpenBoard } from './commands/open-board';
import { RunJob } from './commands/run-job';
import { DueWorkQueries } from './due-work.queries';

class RunJobDto {
  @Code({ max: 100, description: 'As `list` shows it' }) name: string;
  @Lines({ min: 3, description: 'Kept in the audit log' }) reason: string;
}

const READ = { credentials: ['staff'], roles: ['support', 'finance'] } as const;

/** `admin.php?section=queues`: what is due, what wakes it, and the way to the board. */
@WireController('admin.php')
export class QueuesAdminController {
  constructor(
    private readonly work: DueWorkQueries,
    private readonly commands: Commands,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  @GetAction('queues/list', { ...READ, summary: 'Work that is due, the queues that wake it, and the jobs' })
  async list() {
    const [queues, due, jobs] = await Promise.all([
      this.work.queues().catch(() => 'away' as const),
      this.work.due(this.clock.now()),
      this.work.jobs(),
    ]);
    return {
      redis: queues === null ? 'not set up' : queues === 'away' ? 'away' : 'ready',
      queues: Array.isArray(queues) ? queues : [],
      ...due,
      jobs: jobs.map(({ runs, failures, ...job }) => ({ ...job, runs: +runs, failures: +failures })),
    };
  }

  @PostAction('queues/open', {
    ...READ,
    summary: 'A link to the queue board, valid for one minute and one use',
  })
  open(@By() caller: UserCaller, @Context() context: RequestContext) {
    return this.commands.answer(context, new OpenBoard(caller), ({ ticket, expiresAt }) => ({
      url: `${this.config.urls.business}/admin/queues/enter?ticket=${ticket}`,
      expires_at: expiresAt,
    }));
  }

  @PostAction('queues/run-job', {
    summary: 'Run one of the scheduler’s jobs at once',
    credentials: ['staff'],
    idempotent: true,
    refusals: ['NOT_FOUND'],
  })
  runJob(@Context() context: RequestContext, @Body() { name, reason }: RunJobDto) {
    return this.commands.answer(context, new RunJob(name, reason), (job) => ({
      message: 'A scheduler runs the job now.',
      ...job,
    }));
  }
}
