export * from './money/payroll.money';
export * from './money/payroll.proofs';
export * from './batches/payroll.events';
export * from './payroll.module';
export * from './payroll.story';
