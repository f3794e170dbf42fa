import { Injectable } from '@nestjs/common';
import { TestClockRepository } from './test-clock.repository';
import type { TestClockFacts } from './test-clock.view';

/** Reads the clock of an app for responses. */
@Injectable()
export class TestClockReaderService {
  constructor(private readonly clocks: TestClockRepository) {}

  ofApp(appId: string, ownerId: string): Promise<TestClockFacts> {
    return this.clocks.ofApp(appId, ownerId);
  }
}
