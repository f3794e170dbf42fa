import { Injectable } from '@nestjs/common';
import { Config, Vault } from '@app/config';
import { SealedColumnsService } from '@app/database';
import { Clock } from '@app/kernel';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { renderSVG } from 'uqr';

const PURPOSE = 'two-factor';
const STEP_SECONDS = 30;
/** 160 bits, the length of the HMAC that RFC 4226 recommends. */
const SEED_BYTES = 20;
/** Light modules around the code; readers need four. */
const QR_MARGIN = 4;

/** What a person enters or scans in an authenticator app. All of it is secret. */
export interface TotpSetup {
  /** Base32. */
  secret: string;
  otpauthUri: string;
  /** An SVG document, dark on white. */
  qrSvg: string;
}

/** The seeds of authenticator apps (RFC 6238: SHA-1, six digits, thirty seconds), which are stored sealed. */
@Injectable()
export class TotpSeedsService {
  /** Shown in the app beside the account. */
  private readonly issuer: string;

  constructor(
    config: Config,
    private readonly vault: Vault,
    private readonly clock: Clock,
    sealedColumns: SealedColumnsService,
  ) {
    sealedColumns.register({ table: 'two_factors', column: 'secret_ciphertext', purpose: PURPOSE });
    // In the label of the URI a colon separates issuer and account.
    this.issuer = config.platformName.replaceAll(':', ' ');
  }

  newSeed(): string {
    return generateSecret({ length: SEED_BYTES });
  }

  seal(userId: string, seed: string): Buffer {
    return this.vault.seal(seed, PURPOSE, userId);
  }

  setupOf(seed: string, email: string): TotpSetup {
    const otpauthUri = generateURI({ issuer: this.issuer, label: email, secret: seed });
    const qrSvg = renderSVG(otpauthUri, { border: QR_MARGIN, blackColor: '#000', whiteColor: '#fff' });
    return { secret: seed, otpauthUri, qrSvg };
  }

  /** The time step of the code, from one step ago to one ahead; null where it is that of none of the three. */
  stepOf(userId: string, sealed: Buffer, code: string): bigint | null {
    if (!/^\d{6}$/.test(code)) return null;
    const secret = this.vault.unseal(sealed, PURPOSE, userId);
    const epoch = this.clock.unixSeconds();
    const result = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS });
    return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : null;
  }
}
