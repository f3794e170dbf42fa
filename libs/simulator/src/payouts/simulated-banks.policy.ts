interface SimulatedBank {
  id: number;
  code: string;
  name: string;
}

/** Some banks of each country, with their real codes. */
export const SIMULATED_BANKS: Readonly<Record<string, readonly SimulatedBank[]>> = {
  NG: [
    { id: 1, code: '044', name: 'Access Bank' },
    { id: 2, code: '058', name: 'Guaranty Trust Bank' },
    { id: 3, code: '011', name: 'First Bank of Nigeria' },
    { id: 4, code: '057', name: 'Zenith Bank' },
    { id: 5, code: '033', name: 'United Bank For Africa' },
  ],
  GH: [
    { id: 31, code: 'GH280100', name: 'Access Bank (Ghana)' },
    { id: 32, code: 'GH130100', name: 'Ecobank Ghana' },
  ],
  KE: [
    { id: 61, code: '01', name: 'Kenya Commercial Bank' },
    { id: 62, code: '68', name: 'Equity Bank' },
  ],
  ZA: [
    { id: 91, code: '250655', name: 'First National Bank' },
    { id: 92, code: '051001', name: 'Standard Bank' },
  ],
};

/** Branches of the Ghanaian banks, by the id of the bank. */
export const SIMULATED_BRANCHES: Readonly<Record<string, readonly object[]>> = {
  31: [
    { id: 1, branch_code: 'GH280103', branch_name: 'Accra Main', bank_id: 31 },
    { id: 2, branch_code: 'GH280104', branch_name: 'Kumasi', bank_id: 31 },
  ],
  32: [{ id: 3, branch_code: 'GH130101', branch_name: 'Ridge', bank_id: 32 }],
};
