import { minus, plus } from './amounts';

describe('Amounts of the console', () => {
  it('are added without a rest of binary fractions', () => {
    expect(plus(0.1, 0.2)).toBe(0.3);
    expect(plus(...Array<number>(100).fill(1234567.89))).toBe(123456789);
    expect(plus()).toBe(0);
  });

  it('are subtracted without a rest of binary fractions', () => {
    expect(minus(0.3, 0.1)).toBe(0.2);
    expect(minus(24500, 24499.99)).toBe(0.01);
  });
});
