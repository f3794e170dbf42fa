import 'reflect-metadata';
import { runApp } from '@app/http';
import { AppApiModule } from './app-api.module';

void runApp(AppApiModule.with, 'app');
