import 'reflect-metadata';
import { runApp } from '@app/http';
import { CheckoutApi } from './checkout-api.module';

void runApp(CheckoutApi.with, 'checkout');
