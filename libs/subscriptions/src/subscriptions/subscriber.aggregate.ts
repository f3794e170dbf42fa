import { Aggregate } from '@app/kernel';
import { Column } from 'typeorm';

/** The customer of a subscription. */
export abstract class Subscriber extends Aggregate {
  /** The account that has proved the address, which the subscription then follows; null until one has, and in test mode. */
  @Column({ type: 'uuid', name: 'customer_id', nullable: true }) customerId: string | null;
  /** As the merchant has given it. */
  @Column({ type: 'text', name: 'customer_email' }) customerEmail: string;
  @Column({ type: 'text', name: 'customer_name', nullable: true }) customerName: string | null;

  /** Another address or name; `customerId` is the account that has proved the address. */
  nameCustomer(customer: {
    customerId: string | null;
    customerEmail: string;
    customerName: string | null;
  }): void {
    Object.assign(this, customer);
  }
}
