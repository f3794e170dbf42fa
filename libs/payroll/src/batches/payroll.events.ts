import { DomainEvent, type Money } from '@app/kernel';

/** Every row of a payroll was paid. */
export class PayrollCompleted extends DomainEvent<{
  batchId: string;
  batchName: string | null;
  total: Money;
  recipientCount: number;
  completedAt: string;
}> {
  static override readonly type = 'payroll.completed';
}
