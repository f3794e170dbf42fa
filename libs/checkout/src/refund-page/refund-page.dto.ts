import { Code, Digits, DigitsOrText, OneOf, Text } from '@app/http';

export class RefundAccountForm {
  @OneOf(['bank', 'mobile_money'])
  type: 'bank' | 'mobile_money';

  @Code({ max: 20, optional: true })
  bank_code?: string;

  @Code({ max: 20, optional: true })
  branch_code?: string;

  @Digits(/^[A-Za-z0-9 -]{4,40}$/, 'must be letters and digits', { optional: true })
  account_number?: string;

  @Text({ max: 100, optional: true })
  account_name?: string;

  @Code({ max: 20, optional: true })
  network?: string;

  @DigitsOrText({ max: 30, optional: true })
  phone?: string;
}

export class ConfirmAccountForm {
  @Code({ max: 4000 })
  account: string;
}
