export * from './matches/breaks.policy';
export * from './matches/matching.policy';
export * from './statements/flutterwave-format.policy';
export * from './statements/statement-format.policy';
export * from './statements/statement-line.policy';
export * from './statements/statement-reader.service';
export * from './statements/statement.errors';
