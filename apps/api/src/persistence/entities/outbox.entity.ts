import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `job-again`: the command of a job that was sent before; the publisher sends it again if its message was lost. */
type OutboxKind = 'command' | 'job' | 'job-again' | 'assign' | 'unassign';

/**
 * A message that follows a state change, written in the same transaction and published by one `OutboxPublisher`. `id` is the
 * message id.
 */
@Entity('outbox')
export class OutboxRow {
  @PrimaryColumn('text') id!: string;
  @Column({ type: 'bigint', default: () => `nextval('outbox_position_seq'::regclass)`, insert: false, update: false })
  position!: string;
  @Column('text') kind!: OutboxKind;
  /** Name of the message definition; for assignments the VOD id. */
  @Column('text') name!: string;
  @Column('jsonb') payload!: unknown;
  /** Failures caused by Vodkeep itself; a row with too many of them is parked. */
  @Column('int', { default: 0 }) tries!: number;
}
