import { Inject, Injectable } from '@nestjs/common';
import { GatewayOutcomeUnknown, GatewayRejected, PaymentGatewaysService } from '@app/charges';
import { LOGGER } from '@app/http';
import type { Bvn, BvnRecipient } from '@app/kyc';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { AccountHoldersQueries } from '../account-holders.queries';
import { BeginVirtualAccount } from '../commands/begin-virtual-account';
import { RecordVirtualAccount } from '../commands/record-virtual-account';
import { referenceOf } from '../virtual-accounts.store';

/**
 * Opens the account number of an owner while their BVN is in memory, because the gateway requires the number itself. A
 * creation without an answer is repeated when the owner sends the number again: all numbers of an owner have one
 * reference, so money that comes to a forgotten one is credited too.
 */
@Injectable()
export class OpenVirtualAccount implements BvnRecipient {
  constructor(
    private readonly commands: Commands,
    private readonly gateways: PaymentGatewaysService,
    private readonly holders: AccountHoldersQueries,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async bvnVerified(ownerId: string, bvn: Bvn): Promise<void> {
    const holder = await this.holders.byId(ownerId);
    if (holder.countryCode !== 'NG') return;
    if (!(await this.commands.execute(new BeginVirtualAccount(ownerId)))) return;
    const { name, email, firstName, lastName, phone } = holder;
    try {
      const {
        accountNumber,
        bankName,
        simulateUrl = null,
      } = await this.gateways.gatewayOf('live').gateway.openVirtualAccount({
        txRef: referenceOf(ownerId),
        email,
        firstName,
        lastName,
        phone,
        bvn,
        narration: name,
      });
      const account = { accountNumber, bankName, accountName: name, simulateUrl };
      await this.commands.execute(new RecordVirtualAccount(ownerId, account));
    } catch (error) {
      if (!(error instanceof GatewayOutcomeUnknown || error instanceof GatewayRejected)) throw error;
      // Its message may quote the number.
      this.log.warn({ ownerId }, `no account number was opened (${error.name})`);
    }
  }
}
