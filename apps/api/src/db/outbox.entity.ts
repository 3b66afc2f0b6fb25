import { Column, Entity, PrimaryColumn } from 'typeorm';

export const OUTBOX_KINDS = ['event', 'command', 'assign', 'unassign'] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

/** What follows a state change, written in its transaction and published by one relay (architecture D3). `id` is the message id. */
@Entity('outbox')
export class OutboxRow {
  @PrimaryColumn('text') id!: string;
  @Column({ type: 'bigint', insert: false, update: false }) position!: string;
  @Column('text') kind!: OutboxKind;
  /** Name of the message definition; for assignments the VOD. */
  @Column('text') name!: string;
  @Column('jsonb') payload!: unknown;
  @Column('int', { default: 0 }) tries!: number;
}
