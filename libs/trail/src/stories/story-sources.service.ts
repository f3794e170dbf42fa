import type { StoryObjects, StorySource } from './story-source.port';

/** The parts of all libs in a story. */
export class StorySourcesService {
  readonly objects: readonly StoryObjects[];
  readonly entries: readonly string[];
  readonly echoes: readonly string[];

  constructor(readonly all: readonly StorySource[]) {
    this.objects = all.flatMap(({ objects = [] }) => objects);
    this.entries = all.flatMap(({ entries = [] }) => entries);
    this.echoes = all.flatMap(({ echoes = [] }) => echoes);
  }
}
