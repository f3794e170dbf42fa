export * from './payroll.controller';
export * from './payroll.module';
