import { type StageKind, type VodStage } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A stage after the recording of a VOD. Its work is a job; `status` follows the job's row. */
@Entity('vod_stage')
export class VodStageEntity {
  @PrimaryColumn('uuid', { name: 'vod_uuid' }) vodUuid!: string;
  @PrimaryColumn('text') kind!: StageKind;
  /** Place among the stages of the VOD. */
  @Column('int') position!: number;
  @Column('text') status!: VodStage['status'];
  /** Quality of the site's VOD; null for all other stages. */
  @Column('text', { nullable: true }) quality!: string | null;
  /** Job that does it, or did it last; null: none yet, or none was needed. */
  @Column('text', { nullable: true }) job!: string | null;
  @Column('jsonb', { nullable: true }) result!: Message | null;
  /** Copy of the job's log at its end, because jobs are deleted after a month. */
  @Column('jsonb', { default: () => `'[]'` }) log!: { readonly at: number; readonly message: Message }[];
  /** How often it was planned: 1, and one more for each restart. */
  @Column('int', { default: 1 }) runs!: number;
  /** Starts that an external service prevented, in a row. */
  @Column('int', { default: 0 }) tries!: number;
  @Column('timestamptz', { name: 'not_before', nullable: true }) notBefore!: Date | null;
  @Column('timestamptz', { name: 'started_at', nullable: true }) startedAt!: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
}
