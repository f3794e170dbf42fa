export * from './money/payroll.money';
export * from './money/payroll.proofs';
export * from './payroll.events';
export * from './payroll.module';
