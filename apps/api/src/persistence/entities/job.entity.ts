import { type Job, type JobLogLine, type Words } from '#libs/contracts';
import { type Said, textOf } from '#libs/domain';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

const KEPT_LINES = 50;
/** `words`: what its text is made of. */
type StoredLine = JobLogLine & { readonly words?: Words };
/** A stage of a worker job, and what its worker is told. */
export interface AskedStage {
  readonly stage: string;
  readonly input: Record<string, unknown>;
}
type JobWords = Readonly<Partial<Record<'title' | 'note' | 'error', Words>>>;

/** A job as the operator sees it: the work of a worker (`stage` is set), or of the api itself. */
@Entity('job')
export class JobEntity {
  @PrimaryColumn('text') name!: string;
  @Column('text') kind!: Job['kind'];
  @Column('uuid', { name: 'vod_uuid', nullable: true }) vodUuid!: string | null;
  @Column('text') title!: string;
  @Column('text') status!: Job['status'];
  @Column('real', { default: 0 }) progress!: number;
  @Column('double precision', { nullable: true }) rate!: number | null;
  @Column('text') unit!: Job['unit'];
  @Column('bigint', { name: 'left_ms', nullable: true, transformer: bigintColumn }) leftMs!: number | null;
  @Column('text', { default: '' }) note!: string;
  @Column('jsonb', { default: () => `'[]'` }) log!: StoredLine[];
  @Column('text', { nullable: true }) error!: string | null;
  /** What these texts are made of; of one that has changed since, it says nothing. */
  @Column('jsonb', { nullable: true }) words!: JobWords | null;
  @Column('text', { nullable: true }) node!: string | null;
  @Column('int', { nullable: true }) pid!: number | null;
  @Column('uuid', { name: 'channel_uuid', nullable: true }) channelUuid!: string | null;
  /** Which stage of the job a worker is asked for, or did last; null: the api does it itself. */
  @Column('text', { nullable: true }) stage!: string | null;
  /** The try at it that counts. */
  @Column('text', { nullable: true }) attempt!: string | null;
  /** What its worker is told, or the api that does it itself. */
  @Column('jsonb', { nullable: true }) input!: Record<string, unknown> | null;
  /** Its first stage and what that was told: another try begins there. */
  @Column('jsonb', { nullable: true }) asked!: AskedStage | null;
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
  /** Which api works on a job of the api, and when it last said so. */
  @Column('text', { nullable: true }) owner!: string | null;
  @Column('timestamptz', { name: 'heard_at', nullable: true }) heardAt!: Date | null;
  @Column('int', { default: 0 }) tries!: number;
  /** How often in a row it was begun again because its api died. */
  @Column('int', { default: 0 }) takeovers!: number;
  /** What the job counted of its work, over all apis that did it. */
  @Column('jsonb', { nullable: true }) counts!: Record<string, number> | null;
  @Column('timestamptz', { name: 'not_before', nullable: true }) notBefore!: Date | null;
  @Column('timestamptz', { name: 'started_at' }) startedAt!: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;

  /** Notes what happened; the same words twice in a row are one line. */
  say(told: Said): void {
    const text = textOf(told);
    if (text === '' || this.log.at(-1)?.text === text) return;
    const line = { at: Date.now(), text, ...(typeof told === 'string' ? {} : { words: told }) };
    this.log = [...this.log.slice(1 - KEPT_LINES), line];
  }
}
