import { Query, StreamableFile } from '@nestjs/common';
import { SigningKey } from '@app/config';
import { By, type Caller, GetAction, ownerOf, WireController } from '@app/http';
import { StatementQueries } from './statement.queries';
import { StatementQuery } from '../wallets/wallet.dto';

/** Account statements that prove themselves, and the key they are checked with. */
@WireController('wallet.php')
export class StatementsController {
  constructor(
    private readonly statements: StatementQueries,
    private readonly key: SigningKey,
  ) {}

  @GetAction('statement', {
    summary: 'Signed statement of a wallet and month',
    credentials: ['session', 'secret-key'],
    team: 'money:read',
    scope: 'wallet:read',
    rate: 'statement',
    produces: ['application/json'],
    refusals: ['NOT_FOUND'],
  })
  async statement(
    @By() caller: Caller,
    @Query() { month, currency }: StatementQuery,
  ): Promise<StreamableFile> {
    const body = await this.statements.statement(ownerOf(caller), month, currency);
    return new StreamableFile(body, { type: 'application/json; charset=utf-8' });
  }

  @GetAction('statement-key', { summary: 'Public key of the signatures on statements', credentials: [] })
  publicKey() {
    const { keyId, publicKey, retired } = this.key;
    return {
      algorithm: 'Ed25519',
      key_id: keyId,
      public_key: publicKey,
      retired_keys: retired.map((key) => ({ key_id: key.keyId, public_key: key.publicKey })),
    };
  }
}
