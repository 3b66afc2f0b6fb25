import { type PushedStatus } from '#libs/domain';
import { type Message } from '#libs/messages';
import { Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';
import { type ChannelOptions } from './channel-options.js';
import { type ChannelSite, type ChannelStream } from './channel-site.js';

/** `month`: yyyyMM of the newest recording, in the operator's time zone; absolute ones only grow. */
interface ChannelNumbering {
  readonly month: string;
  readonly number: number;
  readonly absoluteSeason: number;
  readonly absoluteNumber: number;
}

@Entity('channel')
export class ChannelEntity {
  @PrimaryColumn('uuid') uuid!: string;
  @Column('text', { name: 'provider_kind' }) providerKind!: string;
  @Column('text', { name: 'internal_name', unique: true }) internalName!: string;
  @Column('text', { name: 'display_name' }) displayName!: string;
  /** Never with user info in it: that is sealed in `credentials`. */
  @Column('text', { name: 'source_url' }) sourceUrl!: string;
  /** What makes two channels the same to their provider. */
  @Column('text', { name: 'source_id' }) sourceId!: string;
  @Column('text', { nullable: true }) credentials!: string | null;
  @Column('jsonb', { default: () => `'{}'` }) options!: ChannelOptions;
  @Column('boolean', { name: 'is_live', default: false }) isLive!: boolean;
  @Column('timestamptz', { name: 'live_since', nullable: true }) liveSince!: Date | null;
  @Column('text', { name: 'live_stream_id', nullable: true }) liveStreamId!: string | null;
  /** A broadcast that the operator stopped: it is not taken up again, even when its VOD is deleted. */
  @Column('text', { name: 'refused_stream_id', nullable: true }) refusedStreamId!: string | null;
  /** A broadcast that the operator wants recorded whatever the rules say. */
  @Column('text', { name: 'forced_stream_id', nullable: true }) forcedStreamId!: string | null;
  /** The operator wants its site to tell nothing of it; it is polled. */
  @Column('boolean', { name: 'push_off', default: false }) pushOff!: boolean;
  @Column('text', { name: 'verdict_state', default: 'unknown' }) verdictState!: string;
  @Column('jsonb', { name: 'verdict_reason', nullable: true }) verdictReason!: Message | null;
  @Column('timestamptz', { name: 'checked_at', nullable: true }) checkedAt!: Date | null;
  @Column('jsonb', { nullable: true }) site!: ChannelSite | null;
  @Column('jsonb', { nullable: true }) stream!: ChannelStream | null;
  /** What the site pushed last; its answers may lag behind it. */
  @Column('jsonb', { nullable: true }) told!: PushedStatus | null;
  /** Numbers of its newest real recording; null: none was numbered yet. */
  @Column('jsonb', { nullable: true }) numbering!: ChannelNumbering | null;
  /** Whether its site keeps VODs of it; null: not known. */
  @Column('boolean', { name: 'saves_vods', nullable: true }) savesVods!: boolean | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  /** Counts the operator's edits alone; what a poll finds is none. */
  @Column('int', { name: 'edit_version', default: 0 }) editVersion!: number;
  @VersionColumn({ default: 1 }) version!: number;
}
