import { Module } from '@nestjs/common';
import { ShopController } from './shop.controller';
import { ShopInboxService } from './shop-inbox.service';
import { ShopQueries } from './shop.queries';

/** A demo shop that opens the checkout in each way a merchant can, and receives webhooks. Development only. */
@Module({ providers: [ShopInboxService, ShopQueries], controllers: [ShopController] })
export class ShopModule {}
