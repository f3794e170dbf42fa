import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { inRanges } from '@app/http';
import { demoUnknown } from './console-session.errors';
import { DEMO_PEOPLE, type DemoPerson } from './console-session.dto';

/** Written with the demo data. */
const FILE = path.join('.data', 'demo.json');
const LOOPBACK = ['127.0.0.0/8', '::1'];

interface DemoData {
  merchant: { email: string };
  staff: Partial<Record<DemoPerson, { email: string }>>;
}

/** The people of the demo data, as whom a browser on this machine may sign in where DEMO_SIGN_IN is on. */
@Injectable()
export class DemoPeopleService {
  private readonly isOn: boolean;

  constructor({ env }: Config) {
    this.isOn = env.DEMO_SIGN_IN === 'on';
  }

  /** Those that the sign-in page offers to this address. */
  offeredTo(address: string): readonly DemoPerson[] {
    return this.isOn && inRanges(address, LOOPBACK) ? DEMO_PEOPLE : [];
  }

  /** Throws VALIDATION_ERROR where demo people cannot sign in from this address. */
  emailOf(person: DemoPerson, address: string): string {
    if (this.offeredTo(address).length === 0) throw demoUnknown();
    const { merchant, staff } = JSON.parse(readFileSync(path.resolve(FILE), 'utf8')) as DemoData;
    const found = person === 'merchant' ? merchant : staff[person];
    if (!found) throw demoUnknown();
    return found.email;
  }
}
