import { type Job, type JobLogLine, type Words } from '#libs/contracts';
import { type Said, textOf } from '#libs/domain';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../db/columns.js';

const KEPT_LINES = 50;
/** `words`: what its text is made of. */
type StoredLine = JobLogLine & { readonly words?: Words };
type JobWords = Readonly<Partial<Record<'title' | 'note' | 'error', Words>>>;

/** A job as the operator sees it; the queue itself is stream CMD, `command` is what a retry sends again. */
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
  @Column('jsonb', { nullable: true }) command!: Record<string, unknown> | null;
  @Column('uuid', { name: 'channel_uuid', nullable: true }) channelUuid!: string | null;
  /** Input of a job that the api does itself; null: another service does it. */
  @Column('jsonb', { name: 'task', nullable: true }) input!: Record<string, unknown> | null;
  /** Which api works on the job, and when it last said so. */
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
