import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Times } from '@app/kernel';
import { BusinessTimesService } from './clocks/business-times.service';
import { AdvanceTestClockHandler } from './clocks/commands/advance-test-clock';
import { FreezeTestClockHandler } from './clocks/commands/freeze-test-clock';
import { ResetTestClockHandler } from './clocks/commands/reset-test-clock';
import { TestClock } from './clocks/test-clock.aggregate';
import { TestClockReaderService } from './clocks/test-clock-reader.service';
import { TestClockRepository } from './clocks/test-clock.repository';
import { TestQuotasService } from './quotas/test-quotas.service';

/** Business time: real for live objects, the test clock of its app for a test object. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([TestClock])],
  providers: [
    TestClockRepository,
    TestQuotasService,
    TestClockReaderService,
    AdvanceTestClockHandler,
    FreezeTestClockHandler,
    ResetTestClockHandler,
    { provide: Times, useClass: BusinessTimesService },
  ],
  exports: [Times, TestClockReaderService, TestQuotasService],
})
export class TestClockModule {}
