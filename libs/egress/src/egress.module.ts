import { Global, Module } from '@nestjs/common';
import { EgressClient } from './egress-client';
import { EgressPolicy } from './egress-policy';

/** Requests to addresses that customers choose. */
@Global()
@Module({ providers: [EgressPolicy, EgressClient], exports: [EgressPolicy, EgressClient] })
export class EgressModule {}
