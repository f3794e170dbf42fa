/** What money files import of the ledger. All of the ledger takes longer to load than their tests to run. */
export * from '../../../libs/ledger/src/bookings/booking';
export * from '../../../libs/ledger/src/bookings/money-event';
