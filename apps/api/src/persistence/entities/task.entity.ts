import { type Message } from '#libs/messages';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

/** The latest state of a periodic task of the leader, written every few seconds. Times are by the database's clock. */
@Entity('task')
export class TaskEntity {
  @PrimaryColumn('text') name!: string;
  @Column('int', { name: 'interval_ms' }) intervalMs!: number;
  /** Node of the API that ran it last. */
  @Column('text', { nullable: true }) node!: string | null;
  @Column('timestamptz', { name: 'last_started_at', nullable: true }) lastStartedAt!: Date | null;
  /** Earlier than the start: the task is running. */
  @Column('timestamptz', { name: 'last_ended_at', nullable: true }) lastEndedAt!: Date | null;
  @Column('timestamptz', { name: 'last_ok_at', nullable: true }) lastOkAt!: Date | null;
  @Column('int', { name: 'last_duration_ms', nullable: true }) lastDurationMs!: number | null;
  /** Null if the last run succeeded. */
  @Column('jsonb', { name: 'last_error', nullable: true }) lastError!: Message | null;
  @Column('timestamptz', { name: 'next_run_at', nullable: true }) nextRunAt!: Date | null;
  /** Total over all leaders. */
  @Column('bigint', { default: 0, transformer: bigintColumn }) runs!: number;
  @Column('bigint', { default: 0, transformer: bigintColumn }) failures!: number;
  /** Cron expression that `nextRunAt` follows from; null for a task with an interval, and while it is switched off. */
  @Column('text', { nullable: true }) cron!: string | null;
  /** The job of the last run of a schedule. */
  @Column('text', { nullable: true }) job!: string | null;
  /** When an operator requested a run; the leader then runs it. */
  @Column('timestamptz', { name: 'run_requested_at', nullable: true }) runRequestedAt!: Date | null;
}
