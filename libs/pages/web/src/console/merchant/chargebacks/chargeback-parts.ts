import type { Answer, Row } from '../../wire';

export type Chargeback = Answer<'businessChargebacksDetail'>['chargeback'];
export type ChargebackRow = Row<'businessChargebacksList'>;

export const CHARGEBACKS = '/dashboard/chargebacks';
export const MAX_FILES = 5;

/** Whether the company still takes an answer. */
export const isToAnswer = ({ status, respond_by: by }: ChargebackRow): boolean =>
  status === 'opened' && (by === null || Date.parse(by) > Date.now());

export const isOpen = ({ status }: ChargebackRow): boolean => status === 'opened' || status === 'contested';
