import 'reflect-metadata';
import { runApp } from '@app/http';
import { CheckoutApiModule } from '../apps/checkout-api/src/checkout-api.module';
import { ErrorBodies } from '../libs/http/src/wire/error-bodies';

/** The checkout host whose errors have no `doc_url`. */
const { write } = ErrorBodies.prototype;
ErrorBodies.prototype.write = (...error) => write.apply({ docUrls: {} } as unknown as ErrorBodies, error);

void runApp(CheckoutApiModule.with, 'checkout');
