import { Module } from '@nestjs/common';
import { BvnController } from './bvn/bvn.controller';
import { DocumentsController } from './documents/documents.controller';
import { KybController } from './kyb/kyb.controller';
import { KycModule } from './kyc.module';

/** Documents, bank and business verification of the caller. */
@Module({ imports: [KycModule], controllers: [DocumentsController, BvnController, KybController] })
export class KycHttpModule {}
