import { Body } from '@nestjs/common';
import { type AppCaller, By, GetAction, type Policy, PostAction, WireController } from '@app/http';
import { Clock } from '@app/kernel';
import { ChangeNotifier, WorkQueue } from '@app/queue';
import { Commands } from '@app/write-path';
import { AdvanceTestClock } from './commands/advance-test-clock';
import { FreezeTestClock } from './commands/freeze-test-clock';
import { ResetTestClock } from './commands/reset-test-clock';
import { TEST_CLOCK_TOPIC } from '../spaces/space-advance.service';
import { AdvanceBody } from './test-clock.dto';
import { TestClockReaderService } from './test-clock-reader.service';
import { type TestClockFacts, testClockView } from './test-clock.view';

/** How long a request waits for its advance; after that the answer says `advancing`, and the advance goes on. */
const WAIT_MS = 25_000;
const LOOK_AGAIN_MS = 1000;

const ACCESS = { credentials: ['secret-key'] } as const satisfies Partial<Policy>;

/** The time of the test objects of a test key's app, on the sandbox only. */
@WireController('test-clock.php')
export class TestClockController {
  constructor(
    private readonly commands: Commands,
    private readonly clocks: TestClockReaderService,
    private readonly queue: WorkQueue,
    private readonly notifier: ChangeNotifier,
    private readonly clock: Clock,
  ) {}

  @GetAction('now', { ...ACCESS, summary: "The time of your app's test objects, and the last advance" })
  async now(@By() { appId, ownerId }: AppCaller) {
    return this.shown(await this.clocks.ofApp(appId, ownerId));
  }

  @PostAction('advance', {
    ...ACCESS,
    summary: "Move your app's test objects forward in time; answers when all that fell due is done",
    rate: 'inquiry',
    refusals: ['INVALID_STATE'],
  })
  async advance(@By() { appId, ownerId }: AppCaller, @Body() { to, days, hours, freeze }: AdvanceBody) {
    const target = {
      to: to == null ? undefined : new Date(to),
      days: days ?? undefined,
      hours: hours ?? undefined,
    };
    const watch = await this.notifier.watch(TEST_CLOCK_TOPIC, appId);
    try {
      const begun = await this.commands.execute(
        new AdvanceTestClock(appId, ownerId, target, freeze ?? false),
      );
      this.queue.add('test-clock', appId);
      // Real time: how long a request stays open is no matter of the product's clock.
      const until = performance.now() + WAIT_MS;
      for (;;) {
        const current = await this.clocks.ofApp(appId, ownerId);
        const left = until - performance.now();
        const isDone =
          current.status === 'idle' || current.startedAt?.getTime() !== begun.startedAt?.getTime();
        if (isDone || left <= 0 || !watch || this.notifier.isClosed) return this.shown(current);
        await watch.changed(Math.min(left, LOOK_AGAIN_MS));
      }
    } finally {
      watch?.close();
    }
  }

  @PostAction('freeze', {
    ...ACCESS,
    summary: 'Hold the time until the next advance or reset',
    refusals: ['INVALID_STATE'],
  })
  async freeze(@By() { appId, ownerId }: AppCaller) {
    return this.shown(await this.commands.execute(new FreezeTestClock(appId, ownerId)));
  }

  @PostAction('reset', {
    ...ACCESS,
    summary: "Return to the real time; ends your app's open test objects without events",
    refusals: ['INVALID_STATE'],
  })
  async reset(@By() { appId, ownerId }: AppCaller) {
    return this.shown(await this.commands.execute(new ResetTestClock(appId, ownerId)));
  }

  private readonly shown = (clock: TestClockFacts) => testClockView(clock, this.clock.now());
}
