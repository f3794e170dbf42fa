import { bodyOf, previewOf } from './invoice-body';

const VALUES = {
  client_name: 'Ada',
  client_email: 'ada@example.com',
  currency_code: 'NGN',
  'items[0].description': 'A chair',
  'items[0].quantity': '2',
  'items[0].unit_price': '25',
  'items[0].tax_rate': '7.5',
  'items[1].description': '',
  'items[1].quantity': '1',
  'items[1].unit_price': '',
  'items[1].tax_rate': '',
  due_date: '',
  notes: 'Thanks',
  discount_percent: '',
  allow_partial: 'on',
};

describe('The body of an invoice', () => {
  it('has every line as it is written, so that the server names what is missing', () => {
    expect(bodyOf(VALUES)).toEqual({
      client_name: 'Ada',
      client_email: 'ada@example.com',
      currency_code: 'NGN',
      items: [
        { description: 'A chair', quantity: '2', unit_price: '25', tax_rate: '7.5' },
        { description: '', quantity: '1', unit_price: '' },
      ],
      notes: 'Thanks',
      discount_percent: '0',
      allow_partial: true,
      reminders: false,
    });
  });

  it('empties the fields of a draft that are left blank', () => {
    expect(bodyOf(VALUES, 'x')).toMatchObject({ id: 'x', clear: ['due_date'] });
  });

  it('previews the lines with a price, also without a client', () => {
    expect(previewOf({ ...bodyOf(VALUES), client_name: '', client_email: 'ada@' })).toMatchObject({
      client_name: '-',
      client_email: 'client@example.com',
      items: [{ description: 'A chair' }],
    });
    expect(previewOf(bodyOf({ ...VALUES, 'items[0].unit_price': '' }))).toBeNull();
  });
});
