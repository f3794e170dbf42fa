import { connect } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { AuditLogService } from '@app/http';
import { infected, scannerAway } from '../document.errors';

/** Whose file is scanned, for the audit log. */
export interface ScannedUpload {
  userId: string;
  address: string;
  requestId: string;
}

const CHUNK = 64 * 1024;
const TIMEOUT_MS = 15_000;
const MAX_ANSWER = 1024;

/** Has clamd scan each uploaded file, with its command INSTREAM, where CLAMD_ADDRESS is set. */
@Injectable()
export class VirusScannerService {
  constructor(
    private readonly config: Config,
    private readonly audit: AuditLogService,
  ) {}

  /** Throws VALIDATION_ERROR for an infected file, with an audit entry, and SERVICE_UNAVAILABLE where clamd is away. */
  async assertClean(file: Buffer, { userId, address, requestId }: ScannedUpload): Promise<void> {
    const { CLAMD_ADDRESS } = this.config.env;
    if (!CLAMD_ADDRESS) return;
    const answer = await scanned(file, CLAMD_ADDRESS).catch(() => {
      throw scannerAway();
    });
    if (answer === 'stream: OK') return;
    const [, finding] = /^stream: (.{1,200}) FOUND$/.exec(answer) ?? [];
    if (finding === undefined) throw scannerAway();
    const entry = { action: 'kyc.infected-upload', subject: userId, after: { finding } };
    await this.audit.appendBy({ staffId: null, address, requestId }, entry);
    throw infected();
  }
}

/** clamd's answer to the file. Rejects where none comes in time. */
function scanned(file: Buffer, address: string): Promise<string> {
  const [host, port] = address.split(':');
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), timeout: TIMEOUT_MS });
    const timer = setTimeout(() => socket.destroy(new Error('timeout')), TIMEOUT_MS);
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      answer += part;
      if (answer.length > MAX_ANSWER) socket.destroy(new Error('no answer of clamd'));
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      if (answer.includes('\0')) resolve(answer.split('\0', 1)[0]!);
      else reject(new Error('no answer'));
    });
    socket.on('connect', () => socket.end(streamOf(file)));
  });
}

/** The command, each chunk after its length, and an empty chunk. */
function streamOf(file: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from('zINSTREAM\0', 'latin1')];
  for (let at = 0; at < file.length; at += CHUNK) {
    const chunk = file.subarray(at, at + CHUNK);
    parts.push(lengthOf(chunk.length), chunk);
  }
  return Buffer.concat([...parts, lengthOf(0)]);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
