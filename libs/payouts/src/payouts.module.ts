import { Module } from '@nestjs/common';

/** Withdrawals, the accounts they go to, and the providers that pay them. */
@Module({})
export class PayoutsModule {}
