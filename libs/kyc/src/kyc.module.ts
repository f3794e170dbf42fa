import { Global, Module } from '@nestjs/common';
import { AccountsModule } from '@app/accounts';

/** What the platform knows of who its customers are: identity documents, levels, bank and business checks. */
@Global()
@Module({
  imports: [AccountsModule],
  providers: [],
  exports: [],
})
export class KycModule {}
