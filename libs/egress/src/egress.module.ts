import { Global, Module } from '@nestjs/common';
import { EgressClient } from './egress-client';
import { EgressPolicy } from './egress-policy';
import { EgressProbe } from './egress-probe';

/** Requests to addresses that customers choose. */
@Global()
@Module({
  providers: [EgressPolicy, EgressClient, EgressProbe],
  exports: [EgressPolicy, EgressClient, EgressProbe],
})
export class EgressModule {}
