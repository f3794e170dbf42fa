import { Module } from '@nestjs/common';
import { ChargesModule } from '@app/charges';
import { BvnEvents } from './bvn-events.handler';

/** Hands the company's events about BVN verifications to the KYC lib, on the host that receives live events. */
@Module({ imports: [ChargesModule], providers: [BvnEvents] })
export class BvnEventsModule {}
