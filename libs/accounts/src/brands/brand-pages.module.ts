import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts.module';
import { BrandPicturesController } from './brand-pictures.controller';

/** The logos of businesses, for the hosts whose pages show them. */
@Module({ imports: [AccountsModule], controllers: [BrandPicturesController] })
export class BrandPagesModule {}
