import { Inject, Injectable } from '@nestjs/common';
import type { Command } from '@nestjs/cqrs';
import { Config, type HostName } from '@app/config';
import { HOST } from '@app/http';
import { Commands, type RequestContext } from '@app/write-path';
import { Bvn } from '../bvn';
import { bvnRegistryAway } from '../bvn.errors';
import { type BvnView, BvnViews } from '../bvn.view';
import { BvnInquiryService } from '../bvn-inquiry.service';
import { BvnRegistry, BvnRegistryAway } from '../bvn-registry.port';
import { BvnSecretsService } from '../bvn-secrets.service';
import type { BvnVerification } from '../bvn-verification.aggregate';
import { type BegunBvn, BeginBvnVerification } from '../commands/begin-bvn-verification';
import { RecordBvnResult } from '../commands/record-bvn-result';
import { RecordBvnStart } from '../commands/record-bvn-start';
import { ReportBvnVerification } from '../commands/report-bvn-verification';
import { VerifiedNumbersService } from '../verified-numbers.service';

export interface BvnRequest {
  userId: string;
  /** Eleven digits. */
  bvn: string;
  firstName?: string;
  lastName?: string;
  /** YYYY-MM-DD. */
  dateOfBirth: string | null;
}

/**
 * Verifies a number: the intent is committed, then the company is called, then the outcome is committed. The number
 * exists in the memory of this request only, so that no other step can send it again.
 */
@Injectable()
export class VerifyBvn {
  constructor(
    private readonly commands: Commands,
    private readonly registry: BvnRegistry,
    private readonly inquiry: BvnInquiryService,
    private readonly secrets: BvnSecretsService,
    private readonly views: BvnViews,
    private readonly numbers: VerifiedNumbersService,
    private readonly config: Config,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  /** Throws GATEWAY_ERROR where the company does not answer; no try is counted then. */
  verify(context: RequestContext, { bvn: digits, ...request }: BvnRequest) {
    const bvn = new Bvn(digits);
    const begin = new BeginBvnVerification({ ...request, bvnHmac: this.secrets.hmacOf(bvn) });
    return this.commands.flow<BegunBvn, BvnView>(context, {
      foresee: () =>
        Promise.resolve({ command: begin, present: ({ verification }) => this.views.viewOf(verification) }),
      run: async (claimed) => {
        const begun = await this.commands.execute(begin);
        const command = await this.step(begun, bvn);
        let ended: BvnVerification | null = null;
        const answer = await this.commands.answer(claimed, command, (verification) => {
          ended = verification;
          return this.views.answerOf(verification);
        });
        if (ended) await this.numbers.passOn(ended, bvn);
        return answer;
      },
    });
  }

  /** Calls the company where that is due. Gives the command that records the end of the request. */
  private async step({ task, verification, names }: BegunBvn, bvn: Bvn): Promise<Command<BvnVerification>> {
    const { id, reference } = verification;
    if (task === 'report') return new ReportBvnVerification(id);
    if (task === 'ask') return new RecordBvnResult(id, await this.inquiry.ask(reference!), false);
    const answer = await this.order(id, { bvn, ...names });
    // The reference is committed before the next call, so that a crash leaves a verification that can be asked about.
    const started = await this.commands.execute(new RecordBvnStart(id, answer));
    const isWaiting = answer.kind === 'started' && answer.consentUrl !== null;
    if (started.status !== 'pending' || isWaiting) return new ReportBvnVerification(id);
    return new RecordBvnResult(id, await this.inquiry.ask(started.reference!), false);
  }

  private async order(id: string, person: { bvn: Bvn; firstName: string; lastName: string }) {
    const { urls } = this.config;
    const base = this.host === 'app' ? urls.app : urls.business;
    try {
      return await this.registry.start({
        ...person,
        redirectUrl: `${base}/api/kyc.php?action=bvn-return`,
      });
    } catch (error) {
      if (!(error instanceof BvnRegistryAway)) throw error;
      await this.commands.execute(new RecordBvnStart(id, { kind: 'away' }));
      throw bvnRegistryAway();
    }
  }
}
