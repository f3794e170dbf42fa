import { HttpsUrlOrText, Lines, OneOf } from '@app/http';

export class ReleaseForm {
  @OneOf(['yes'])
  sure: 'yes';
}

export class DisputeForm {
  @Lines({ min: 3 })
  reason: string;

  @HttpsUrlOrText({ optional: true, max: 2048 })
  evidence?: string;
}

export class ResponseForm {
  @Lines({ min: 3 })
  response: string;
}
