import { Module } from '@nestjs/common';
import { CustomersController } from './customers.controller';
import { CustomersQueries } from './customers.queries';

/** Customers of merchants, on the hosts of live and of test payments. */
@Module({ providers: [CustomersQueries], controllers: [CustomersController] })
export class CustomersModule {}
