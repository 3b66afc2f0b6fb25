import { type Job } from '#libs/contracts';
import { isSameMessage, type Message } from '#libs/messages';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

const MAX_LINES = 50;
/** A line of the log of a job; `at` in ms since the Unix epoch. */
interface LogLine {
  readonly at: number;
  readonly message: Message;
}
/** A stage of a worker job, and what its worker receives. */
export interface RequestedStage {
  readonly stage: string;
  readonly input: Record<string, unknown>;
}

/** A job as the operator sees it: the work of a worker (`stage` is set), or of the api itself. */
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
  /** Which stage of the job a worker is asked for, or did last; null: the api does it itself. */
  @Column('text', { nullable: true }) stage!: string | null;
  /** The try at it that counts. */
  @Column('text', { nullable: true }) attempt!: string | null;
  /** What its worker receives, or the api that does it itself. */
  @Column('jsonb', { nullable: true }) input!: Record<string, unknown> | null;
  /** Its first stage and what that received: another try begins there. */
  @Column('jsonb', { nullable: true }) asked!: RequestedStage | null;
  /** What its last stage reported. */
  @Column('jsonb', { nullable: true }) result!: Record<string, unknown> | null;
  /** When its command was handed to the workers; null: it waits for its turn. */
  @Column('timestamptz', { name: 'sent_at', nullable: true }) sentAt!: Date | null;
  /** The higher goes first; within one, jobs of the parent that has the fewest at work. */
  @Column('int', { default: 0 }) priority!: number;
  /** The job that it is a part of; it is listed with that one alone. */
  @Column('text', { nullable: true }) parent!: string | null;
  /** What it counts for in the progress of its parent. */
  @Column('double precision', { default: 1 }) weight!: number;
  /** A worker has everything that its source has so far, and waits for more: for hours perhaps, at little cost. */
  @Column('boolean', { default: false }) following!: boolean;
  /** Which api works on a job of the api. */
  @Column('text', { nullable: true }) owner!: string | null;
  /** The last sign of life of that api, or of a worker of this attempt; null: no worker has taken the command yet. */
  @Column('timestamptz', { name: 'heard_at', nullable: true }) renewedAt!: Date | null;
  @Column('int', { default: 0 }) tries!: number;
  /** How often in a row it was begun again because its api died. */
  @Column('int', { default: 0 }) takeovers!: number;
  /** What the job counted of its work, over all apis that did it. */
  @Column('jsonb', { nullable: true }) counts!: Record<string, number> | null;
  @Column('timestamptz', { name: 'not_before', nullable: true }) notBefore!: Date | null;
  @Column('timestamptz', { name: 'started_at' }) startedAt!: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;

  /** Adds a line to the log; the same message twice in a row is one line. */
  say(message: Message): void {
    const last = this.log.at(-1);
    if (last && isSameMessage(last.message, message)) return;
    this.log = [...this.log.slice(1 - MAX_LINES), { at: Date.now(), message }];
  }
}

/** Whether it waits or runs. */
export const isOpen = ({ status }: Pick<JobEntity, 'status'>): boolean => status === 'WAITING' || status === 'RUNNING';
