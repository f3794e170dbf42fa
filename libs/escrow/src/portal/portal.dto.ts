import { HttpsUrlOrText, OneOf, Text } from '@app/http';

export class ReleaseForm {
  @OneOf(['yes'])
  sure: 'yes';
}

export class DisputeForm {
  @Text({ min: 3 })
  reason: string;

  @HttpsUrlOrText({ optional: true, max: 2048 })
  evidence?: string;
}

export class ResponseForm {
  @Text({ min: 3 })
  response: string;
}
