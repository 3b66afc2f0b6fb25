import { type SourceNetwork } from '#libs/contracts';
import { type PushedStatus } from '#libs/domain';
import { type Message } from '#libs/messages';
import { Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';
import { type ChannelOptions } from './channel-options.js';
import { type ChannelSite, type ChannelStream } from './channel-site.js';

/** Of the newest recording, as `Numbers` of libs/domain. Absolute numbers only grow. */
interface ChannelNumbering {
  readonly month: string;
  readonly number: number;
  readonly absoluteSeason: number;
  readonly absoluteNumber: number;
  readonly period?: string | undefined;
}

@Entity('channel')
export class ChannelEntity {
  @PrimaryColumn('uuid') uuid!: string;
  @Column('text', { name: 'provider_kind' }) providerKind!: string;
  @Column('text', { name: 'internal_name', unique: true }) internalName!: string;
  @Column('text', { name: 'display_name' }) displayName!: string;
  /** Of a channel by address only the origin; see `SourceAddresses`. */
  @Column('text', { name: 'source_url' }) sourceUrl!: string;
  /** The address of a channel by address, sealed: its path and its query may contain secrets. Null for a site. */
  @Column('text', { name: 'source_address', nullable: true }) sourceAddress!: string | null;
  /** The network that the address was added with, or had at its first live check; null: unknown, or the site's own. */
  @Column('text', { name: 'source_network', nullable: true }) sourceNetwork!: SourceNetwork | null;
  /**
   * The provider's identity of the channel: two channels with the same id are the same. Of a channel by address, a keyed
   * hash of it.
   */
  @Column('text', { name: 'source_id' }) sourceId!: string;
  @Column('text', { nullable: true }) credentials!: string | null;
  @Column('jsonb', { default: () => `'{}'` }) options!: ChannelOptions;
  @Column('boolean', { name: 'is_live', default: false }) isLive!: boolean;
  @Column('timestamptz', { name: 'live_since', nullable: true }) liveSince!: Date | null;
  @Column('text', { name: 'live_stream_id', nullable: true }) liveStreamId!: string | null;
  /** A broadcast that the operator stopped. Vodkeep does not record it again, even if its VOD is deleted. */
  @Column('text', { name: 'refused_stream_id', nullable: true }) refusedStreamId!: string | null;
  /** A broadcast that the operator wants to record regardless of the rules. */
  @Column('text', { name: 'forced_stream_id', nullable: true }) forcedStreamId!: string | null;
  /** The operator turned pushes from the site off; the channel is polled. */
  @Column('boolean', { name: 'push_off', default: false }) pushOff!: boolean;
  @Column('text', { name: 'verdict_state', default: 'unknown' }) verdictState!: string;
  @Column('jsonb', { name: 'verdict_reason', nullable: true }) verdictReason!: Message | null;
  @Column('timestamptz', { name: 'checked_at', nullable: true }) checkedAt!: Date | null;
  /** Since when it is unknown whether the channel is live; null: the newest answer decides it. */
  @Column('timestamptz', { name: 'unknown_since', nullable: true }) unknownSince!: Date | null;
  @Column('jsonb', { nullable: true }) site!: ChannelSite | null;
  @Column('jsonb', { nullable: true }) stream!: ChannelStream | null;
  /** The latest status that the site pushed; the answers of a poll may lag behind it. */
  @Column('jsonb', { nullable: true }) told!: PushedStatus | null;
  /** Numbers of the newest real recording; null: none has a number yet. */
  @Column('jsonb', { nullable: true }) numbering!: ChannelNumbering | null;
  /** Whether the site stores VODs of the channel; null: unknown. */
  @Column('boolean', { name: 'saves_vods', nullable: true }) savesVods!: boolean | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  /** Counts only the operator's edits, not changes by a poll. */
  @Column('int', { name: 'edit_version', default: 0 }) editVersion!: number;
  @VersionColumn({ default: 1 }) version!: number;
}
