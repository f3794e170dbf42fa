import 'reflect-metadata';
import { runApp } from '@app/http';
import { BusinessApiModule } from '../apps/business-api/src/business-api.module';
import { CheckoutApiModule } from '../apps/checkout-api/src/checkout-api.module';
import { UnknownFieldsService } from '../libs/http/src/validation/unknown-fields.service';

/** The business or the checkout host without a search for unknown fields. */
UnknownFieldsService.prototype.faultsOf = () => [];

if (process.env.BENCH_HOST === 'checkout') void runApp(CheckoutApiModule.with, 'checkout');
else void runApp(BusinessApiModule.with, 'business');
