/**
 * How an amount names its currency, on pages, PDFs and in mails. The short sign of both USD and CAD is "$", so CAD is
 * written as "CA$" in English and as "$CA" in French.
 */
export function currencyDisplay(currency: string): 'symbol' | 'narrowSymbol' {
  return currency === 'CAD' ? 'symbol' : 'narrowSymbol';
}
