import { Aggregate } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NameChangeRejected } from './name-change.events';
import { nameChangeStates, type NameChangeStatus } from './name-change.states';

export interface PersonName {
  firstName: string;
  lastName: string;
}

/** A changed name of a person whose identity was approved, and what staff decided about it. */
@Entity('name_changes')
export class NameChange extends Aggregate {
  /** Of the event that reported it. */
  @PrimaryColumn('uuid') id: string;
  @Column('int') override version: number;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text') status: NameChangeStatus;
  @Column('text', { name: 'from_first_name' }) fromFirstName: string;
  @Column('text', { name: 'from_last_name' }) fromLastName: string;
  @Column('text', { name: 'to_first_name' }) toFirstName: string;
  @Column('text', { name: 'to_last_name' }) toLastName: string;
  @Column('timestamptz', { name: 'changed_at' }) changedAt: Date;
  @Column('uuid', { name: 'decided_by', nullable: true }) decidedBy: string | null = null;
  @Column('timestamptz', { name: 'decided_at', nullable: true }) decidedAt: Date | null = null;
  @Column('text', { nullable: true }) reason: string | null = null;

  static report(given: { id: string; userId: string; from: PersonName; to: PersonName; changedAt: Date }) {
    const { id, userId, from, to, changedAt } = given;
    const change = new NameChange();
    change.id = id;
    change.userId = userId;
    change.status = nameChangeStates.initial;
    change.changedAt = changedAt;
    change.fromFirstName = from.firstName;
    change.fromLastName = from.lastName;
    change.toFirstName = to.firstName;
    change.toLastName = to.lastName;
    return change;
  }

  /** The name that was reviewed last. */
  get from(): PersonName {
    return { firstName: this.fromFirstName, lastName: this.fromLastName };
  }

  get to(): PersonName {
    return { firstName: this.toFirstName, lastName: this.toLastName };
  }

  /** The person changed the name again. */
  withdraw(now: Date): void {
    this.decide('withdraw', null, now);
  }

  approve(staffId: string, reason: string, now: Date): void {
    this.decide('approve', staffId, now);
    this.reason = reason;
  }

  /** The caller gives the account its earlier name. */
  reject(staffId: string, reason: string, now: Date): void {
    this.decide('reject', staffId, now);
    this.reason = reason;
    const { id: changeId, userId } = this;
    this.record(new NameChangeRejected(changeId, userId, 'live', { changeId, userId, reason }));
  }

  private decide(verb: 'withdraw' | 'approve' | 'reject', staffId: string | null, now: Date): void {
    this.status = nameChangeStates.next(this.status, verb);
    this.decidedBy = staffId;
    this.decidedAt = now;
  }
}
