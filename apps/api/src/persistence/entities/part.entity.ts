import { type CaptureNotice, type PartEndCause } from '#libs/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

/**
 * The row of a part: what one recorder wrote under one lease. Totals are those of its latest event; times are in ms since
 * the Unix epoch.
 */
@Entity('part')
export class PartEntity {
  @PrimaryColumn('text', { name: 'part_id' }) partId!: string;
  @Column('uuid', { name: 'vod_uuid' }) vodUuid!: string;
  @Column('text') recorder!: string;
  @Column('bigint', { name: 'started_at', transformer: bigintColumn }) startedAt!: number;
  @Column('bigint', { name: 'ended_at', nullable: true, transformer: bigintColumn }) endedAt!: number | null;
  @Column('text', { nullable: true }) cause!: PartEndCause | null;
  @Column('int', { default: 0 }) segments!: number;
  @Column('bigint', { default: 0, transformer: bigintColumn }) bytes!: number;
  @Column('bigint', { name: 'media_ms', default: 0, transformer: bigintColumn }) mediaMs!: number;
  /** ms of `mediaMs` that an earlier part contains too; null if unknown. */
  @Column('bigint', { name: 'doubled_ms', nullable: true, transformer: bigintColumn }) doubledMs!: number | null;
  @Column('bigint', { name: 'missing_ms', default: 0, transformer: bigintColumn }) missingMs!: number;
  @Column('int', { default: 0 }) gaps!: number;
  /** What was odd about the source, with the number of occurrences. */
  @Column('jsonb', { default: () => `'[]'` }) notices!: { code: CaptureNotice; count: number }[];
  @Column('text', { default: '' }) rendition!: string;
  @Column('int', { nullable: true }) width!: number | null;
  @Column('int', { nullable: true }) height!: number | null;
  @Column('real', { nullable: true }) fps!: number | null;
}
