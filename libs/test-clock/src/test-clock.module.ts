import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Times } from '@app/kernel';
import { BusinessTimes } from './clocks/business-times.service';
import { AdvanceTestClockHandler } from './clocks/commands/advance-test-clock';
import { FreezeTestClockHandler } from './clocks/commands/freeze-test-clock';
import { ResetTestClockHandler } from './clocks/commands/reset-test-clock';
import { TestClock } from './clocks/test-clock.aggregate';
import { TestClockReader } from './clocks/test-clock-reader.service';
import { TestClocks } from './clocks/test-clock.repository';
import { TestQuotas } from './quotas/test-quotas.service';

/** Business time: real for live objects, the test clock of its app for a test object. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([TestClock])],
  providers: [
    TestClocks,
    TestQuotas,
    TestClockReader,
    AdvanceTestClockHandler,
    FreezeTestClockHandler,
    ResetTestClockHandler,
    { provide: Times, useClass: BusinessTimes },
  ],
  exports: [Times, TestClockReader, TestQuotas],
})
export class TestClockModule {}
