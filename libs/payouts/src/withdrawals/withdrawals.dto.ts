import { Amount, CurrencyCode, DigitsOrText, Email, Int, OneOf, Pin } from '@app/http';
import type { Currency } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { PAYOUT_NETWORKS } from './mobile-accounts.policy';
import { WITHDRAWAL_METHODS } from './withdrawal.states';
import type { RequestedDestination } from './withdrawal-destinations.service';

export class PayoutDetails {
  @Int({ min: 1, max: Number.MAX_SAFE_INTEGER, optional: true, description: 'bank: a saved account' })
  bank_id?: number;

  @Email({ optional: true, description: 'extwallet' })
  extwallet_email?: string;

  @DigitsOrText({ max: 30, optional: true, description: 'mobile_money' })
  phone?: string;

  @OneOf(PAYOUT_NETWORKS, { optional: true, description: 'mobile_money' })
  network?: string;
}

export class InitiateWithdrawalBody {
  @OneOf([...WITHDRAWAL_METHODS, 'wire'], { description: 'wire is refused: such accounts can be saved only' })
  method: RequestedDestination['method'];

  @Amount({ description: 'What is converted and paid out; the fee comes on top' })
  amount: number | string;

  @CurrencyCode({ optional: true, description: 'The wallet that pays; the primary one where absent' })
  currency?: Currency;

  @ApiProperty({ type: PayoutDetails })
  @IsObject({ message: 'details must be an object.' })
  @ValidateNested()
  @Type(() => PayoutDetails)
  details: PayoutDetails;

  @Pin()
  pin?: string;
}
