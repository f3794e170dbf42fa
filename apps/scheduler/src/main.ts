import 'reflect-metadata';
import { runApp } from '@app/http';
import { SchedulerModule } from './scheduler.module';

void runApp(SchedulerModule.with, 'scheduler');
