import { Module } from '@nestjs/common';
import { TestClockController } from './clocks/test-clock.controller';
import { TestClockModule } from './test-clock.module';

/** The test clock of an app, for its keys. */
@Module({ imports: [TestClockModule], controllers: [TestClockController] })
export class TestClockHttpModule {}
