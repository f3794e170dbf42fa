import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Currency, invalid } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { SpreadsStore } from '../spreads.store';

/** A spread that was put in force. */
export interface SpreadChange {
  base: Currency;
  quote: Currency;
  basisPoints: number;
  replaced: number;
}

/** Puts a spread in force for conversions between two currencies, in both directions. */
export class SetSpread extends Command<SpreadChange> {
  constructor(
    readonly base: Currency,
    readonly quote: Currency,
    readonly basisPoints: number,
    /** The staff member's account. */
    readonly setBy: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(SetSpread)
export class SetSpreadHandler implements ICommandHandler<SetSpread> {
  constructor(
    private readonly spreads: SpreadsStore,
    private readonly unit: UnitOfWork,
  ) {}

  async execute({ base, quote, basisPoints, setBy, reason }: SetSpread): Promise<SpreadChange> {
    if (base === quote) throw invalid('quote', 'quote must be another currency than base.');
    const before = await this.spreads.find(base, quote);
    const replaced = before?.basisPoints ?? 0;
    this.spreads.add([base, quote], basisPoints, setBy, before?.id ?? null);
    this.unit.audit({
      subject: `${base}/${quote} spread`,
      before: { basis_points: replaced },
      after: { basis_points: basisPoints },
      reason,
    });
    return { base, quote, basisPoints, replaced };
  }
}
