import { Day, Digits, Text } from '@app/http';

export class VerifyBvnDto {
  @Digits(/^\d{11}$/, 'must be eleven digits')
  bvn: string;

  @Text({ optional: true, max: 100, description: 'If sent, it must be that of the account' })
  first_name?: string;

  @Text({ optional: true, max: 100, description: 'If sent, it must be that of the account' })
  last_name?: string;

  @Day({ optional: true, description: 'Compared with the registry where it returns one' })
  date_of_birth?: string;
}
