import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Times } from '@app/kernel';
import { BusinessTimes } from './business-times.service';
import { AdvanceTestClockHandler } from './commands/advance-test-clock';
import { FreezeTestClockHandler } from './commands/freeze-test-clock';
import { ResetTestClockHandler } from './commands/reset-test-clock';
import { TestClock } from './test-clock.aggregate';
import { TestClockReader } from './test-clock-reader.service';
import { TestClocks } from './test-clock.repository';
import { TestQuotas } from './test-quotas.service';

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
