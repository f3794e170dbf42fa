/** Banks whose customers can pay by dialling a code. */
export const USSD_BANKS: readonly { bank_code: string; name: string }[] = [
  { bank_code: '044', name: 'Access Bank' },
  { bank_code: '050', name: 'Ecobank' },
  { bank_code: '070', name: 'Fidelity Bank' },
  { bank_code: '011', name: 'First Bank of Nigeria' },
  { bank_code: '214', name: 'First City Monument Bank' },
  { bank_code: '058', name: 'Guaranty Trust Bank' },
  { bank_code: '082', name: 'Keystone Bank' },
  { bank_code: '221', name: 'Stanbic IBTC Bank' },
  { bank_code: '232', name: 'Sterling Bank' },
  { bank_code: '032', name: 'Union Bank' },
  { bank_code: '033', name: 'United Bank for Africa' },
  { bank_code: '215', name: 'Unity Bank' },
  { bank_code: '035', name: 'Wema Bank' },
  { bank_code: '057', name: 'Zenith Bank' },
];

export const USSD_BANK_CODES = USSD_BANKS.map(({ bank_code }) => bank_code);
