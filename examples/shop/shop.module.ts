import { Module } from '@nestjs/common';
import { ShopController } from './shop.controller';
import { ShopQueries } from './shop.queries';

/** A demo shop that opens the checkout in each way a merchant can. Development only. */
@Module({ providers: [ShopQueries], controllers: [ShopController] })
export class ShopModule {}
