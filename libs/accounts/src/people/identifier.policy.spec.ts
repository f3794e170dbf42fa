import { parsePhone } from './phone.policy';
import { typeOf } from './identifier.policy';

describe('the identifier of a recipient', () => {
  it.each([
    ['@ada', 'usertag'],
    ['ada_4821', 'usertag'],
    ['2pac', 'usertag'],
    ['@12345', 'usertag'],
    ['ada@example.com', 'email'],
    [' ada@example.com ', 'email'],
    ['+2348031234567', 'phone'],
    ['08031234567', 'phone'],
    ['(0803) 123-4567', 'phone'],
  ])('%s is a %s', (text, type) => {
    expect(typeOf(text)).toBe(type);
  });
});

describe('phone numbers', () => {
  it.each([
    ['+234 803 123 4567', 'US', '+2348031234567'],
    ['08031234567', 'NG', '+2348031234567'],
    ['0803-123-4567', 'NG', '+2348031234567'],
    ['020 7946 0958', 'GB', '+442079460958'],
  ])('%s dialled in %s is %s', (text, country, number) => {
    expect(parsePhone(text, country)).toBe(number);
  });

  it.each([
    ['08031234567', 'GB'],
    ['12', 'NG'],
    ['call me on +2348031234567', 'NG'],
    ['+2348031234567; drop', 'NG'],
    ['+999999999999999999', 'NG'],
    ['', 'NG'],
    // A territory that the numbering plan does not know.
    ['08031234567', 'AQ'],
  ])('%j dialled in %s is no phone number', (text, country) => {
    expect(parsePhone(text, country)).toBeNull();
  });
});
