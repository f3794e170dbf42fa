import 'reflect-metadata';
import { runApp } from '@app/http';
import { CheckoutApiModule } from './checkout-api.module';

void runApp(CheckoutApiModule.with, 'checkout');
