import 'reflect-metadata';
import { runApp } from '@app/http';
import { BusinessApiModule } from './business-api.module';

void runApp(BusinessApiModule.with, 'business');
