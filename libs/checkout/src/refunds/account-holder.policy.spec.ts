import { doubtAbout } from './account-holder.policy';

const MERCHANTS = ['Okafor Books', 'Chidi Okafor'];

it.each([
  ['Ada Obi', 'OBI ADA', null],
  ['Ada Obi', 'OBI ADA CHIOMA', null],
  ['Ada Obi', 'OBI ADE', /another name/],
  ['Ada Obi', 'CHIDI EZE', /another name/],
  ['Ada', 'OBI ADA', /full name/],
  [' Ada ', 'OBI ADA', /full name/],
  [null, 'OBI ADA', /full name/],
  ['Ada Obi', null, /No bank/],
  ['Okafor Books', 'OKAFOR BOOKS LTD', /name of the merchant/],
  ['Chidi Okafor', 'OKAFOR CHIDI', /name of the merchant/],
])('a payment of %j to an account of %j is in doubt: %s', (payer, holder, doubt) => {
  const found = doubtAbout({ payer, holder, merchants: MERCHANTS });
  if (doubt === null) expect(found).toBeNull();
  else expect(found).toMatch(doubt);
});
