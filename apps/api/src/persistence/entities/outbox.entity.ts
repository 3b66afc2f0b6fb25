import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `job-again`: a job's command that was sent before, and is to be sent once more if its message was lost. */
type OutboxKind = 'command' | 'job' | 'job-again' | 'assign' | 'unassign';

/** What follows a state change, written in its transaction and published by one relay. `id` is the message id. */
@Entity('outbox')
export class OutboxRow {
  @PrimaryColumn('text') id!: string;
  @Column({ type: 'bigint', default: () => `nextval('outbox_position_seq'::regclass)`, insert: false, update: false })
  position!: string;
  @Column('text') kind!: OutboxKind;
  /** Name of the message definition; for assignments the VOD. */
  @Column('text') name!: string;
  @Column('jsonb') payload!: unknown;
  /** Failures by our own fault; a row that has too many is parked. */
  @Column('int', { default: 0 }) tries!: number;
}
