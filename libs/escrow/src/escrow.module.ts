import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Escrow } from './escrow.aggregate';
import { EscrowFunding } from './escrow-funding';
import { EscrowTokens } from './escrow-tokens';
import { Escrows } from './escrows';

/** Escrow, as far as checkout funds it. `AccountsModule` is global. */
@Module({
  imports: [TypeOrmModule.forFeature([Escrow])],
  providers: [Escrows, EscrowTokens, EscrowFunding],
  exports: [EscrowFunding],
})
export class EscrowModule {}
