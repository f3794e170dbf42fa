import { Module } from '@nestjs/common';
import { PagesModule } from '@app/pages';
import { EscrowModule } from '../escrow.module';
import { PortalErrorFilter } from './portal-error.filter';
import { EscrowPortalController } from './portal.controller';

/** The escrow pages of buyers without an account, for the hosts that sessions are paid on. */
@Module({
  imports: [EscrowModule, PagesModule],
  providers: [PortalErrorFilter],
  controllers: [EscrowPortalController],
})
export class EscrowPortalModule {}
