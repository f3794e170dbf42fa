export * from './payroll.controller';
export * from './payroll.events';
export * from './payroll.module';
