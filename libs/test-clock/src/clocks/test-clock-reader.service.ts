import { Injectable } from '@nestjs/common';
import { TestClocks } from './test-clock.repository';
import type { TestClockFacts } from './test-clock.view';

/** Reads the clock of an app for responses. */
@Injectable()
export class TestClockReader {
  constructor(private readonly clocks: TestClocks) {}

  ofApp(appId: string, ownerId: string): Promise<TestClockFacts> {
    return this.clocks.ofApp(appId, ownerId);
  }
}
