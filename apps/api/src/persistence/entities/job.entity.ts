import { type Job } from '#libs/contracts';
import { isSameMessage, type Message } from '#libs/messages';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

const MAX_LOG_LINES = 50;
/** A line of a job log; `at` in ms since the Unix epoch. */
interface LogLine {
  readonly at: number;
  readonly message: Message;
}
/** A stage of a worker job with its input. */
export interface RequestedStage {
  readonly stage: string;
  readonly input: Record<string, unknown>;
}

/** A job in the job list. `stage` set: a worker job; null: an API job. */
@Entity('job')
export class JobEntity {
  @PrimaryColumn('text') name!: string;
  @Column('text') kind!: Job['kind'];
  @Column('uuid', { name: 'vod_uuid', nullable: true }) vodUuid!: string | null;
  @Column('jsonb') title!: Message;
  @Column('text') status!: Job['status'];
  @Column('real', { default: 0 }) progress!: number;
  @Column('double precision', { nullable: true }) rate!: number | null;
  @Column('text') unit!: Job['unit'];
  @Column('bigint', { name: 'left_ms', nullable: true, transformer: bigintColumn }) leftMs!: number | null;
  @Column('jsonb', { nullable: true }) note!: Message | null;
  @Column('jsonb', { default: () => `'[]'` }) log!: LogLine[];
  @Column('jsonb', { nullable: true }) error!: Message | null;
  @Column('text', { nullable: true }) node!: string | null;
  @Column('int', { nullable: true }) pid!: number | null;
  @Column('uuid', { name: 'channel_uuid', nullable: true }) channelUuid!: string | null;
  /** Current or last stage of a worker job; null for an API job. */
  @Column('text', { nullable: true }) stage!: string | null;
  /** Id of the current attempt; results of other attempts are ignored. */
  @Column('text', { nullable: true }) attempt!: string | null;
  /** Input of the current stage, or of the API job. */
  @Column('jsonb', { nullable: true }) input!: Record<string, unknown> | null;
  /** First stage and its input; a retry starts from it. */
  @Column('jsonb', { nullable: true }) asked!: RequestedStage | null;
  /** Result of the last stage. */
  @Column('jsonb', { nullable: true }) result!: Record<string, unknown> | null;
  /** When the API sent its command to the workers; null while it is queued. */
  @Column('timestamptz', { name: 'sent_at', nullable: true }) sentAt!: Date | null;
  /** Higher goes first. Equal priorities: jobs of the parent with the fewest running children first. */
  @Column('int', { default: 0 }) priority!: number;
  /** Name of the parent job; a child is listed only under its parent. */
  @Column('text', { nullable: true }) parent!: string | null;
  /** Weight in the progress of its parent. */
  @Column('double precision', { default: 1 }) weight!: number;
  /** The worker has read everything so far and waits for more, possibly for hours, with little load. */
  @Column('boolean', { default: false }) following!: boolean;
  /** API that runs this API job. */
  @Column('text', { nullable: true }) owner!: string | null;
  /** Last heartbeat of that API or of the attempt's worker; null until a worker starts the command. */
  @Column('timestamptz', { name: 'heard_at', nullable: true }) renewedAt!: Date | null;
  @Column('int', { default: 0 }) tries!: number;
  /** Consecutive restarts because its API crashed. */
  @Column('int', { default: 0 }) takeovers!: number;
  /** Totals that the job counted, across all APIs that ran it. */
  @Column('jsonb', { nullable: true }) counts!: Record<string, number> | null;
  @Column('timestamptz', { name: 'not_before', nullable: true }) notBefore!: Date | null;
  @Column('timestamptz', { name: 'started_at' }) startedAt!: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;

  /** Adds a line to the log; skips a message equal to the last one. */
  say(message: Message): void {
    const last = this.log.at(-1);
    if (last && isSameMessage(last.message, message)) return;
    this.log = [...this.log.slice(1 - MAX_LOG_LINES), { at: Date.now(), message }];
  }
}

/** Whether the job is queued or running. */
export const isOpen = ({ status }: Pick<JobEntity, 'status'>): boolean => status === 'WAITING' || status === 'RUNNING';
