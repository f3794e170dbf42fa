import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { FollowsTestClock, type SpaceSource } from './space-source.port';

/** Every source of the process, in the order in which work of the same time is done. */
@Injectable()
export class SpaceSourcesService {
  private found: readonly SpaceSource[] | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** Complete once all modules are loaded. */
  get inOrder(): readonly SpaceSource[] {
    return (this.found ??= this.find());
  }

  private find(): readonly SpaceSource[] {
    const wrappers = this.discovery.getProviders({ metadataKey: FollowsTestClock.KEY });
    const orderOf = (wrapper: (typeof wrappers)[number]) =>
      this.discovery.getMetadataByDecorator(FollowsTestClock, wrapper)!.order;
    const sorted = wrappers.toSorted((one, other) => orderOf(one) - orderOf(other));
    return [...new Set(sorted.map(({ instance }) => instance as SpaceSource))];
  }
}
