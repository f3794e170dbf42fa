import 'reflect-metadata';
import { runApp } from '@app/http';
import { Scheduler } from './scheduler.module';

void runApp(Scheduler.with, 'scheduler');
