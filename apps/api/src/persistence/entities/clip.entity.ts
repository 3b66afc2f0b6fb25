import { type VideoMetadata } from '#libs/contracts';
import { Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

/** A saved clip. */
@Entity('clip')
export class ClipEntity {
  @PrimaryColumn('uuid') uuid!: string;
  /** Null: of a channel that nobody follows here. */
  @Column('uuid', { name: 'channel_uuid', nullable: true }) channelUuid!: string | null;
  /** What its site calls the channel. */
  @Column('text', { name: 'channel_name' }) channelName!: string;
  @Column('text', { name: 'provider_kind' }) providerKind!: string;
  /** What its site calls the clip. */
  @Column('text', { name: 'site_id' }) siteId!: string;
  /** Below `saved_clips/`, `/` between. */
  @Column('text') folder!: string;
  @Column('text') basename!: string;
  @Column('text') title!: string;
  @Column('text') key!: string;
  @Column('bigint', { name: 'size_bytes', transformer: bigintColumn }) sizeBytes!: number;
  /** As the site says, until it was measured. */
  @Column('bigint', { name: 'duration_ms', transformer: bigintColumn }) durationMs!: number;
  /** Null: not measured yet. */
  @Column('jsonb', { nullable: true }) metadata!: VideoMetadata | null;
  @Column('text', { name: 'thumb_key', nullable: true }) thumbKey!: string | null;
  /** The look at it that is asked for; null: none is. */
  @Column('text', { name: 'probe_attempt', nullable: true }) probeAttempt!: string | null;
  /** What the site reported about it when it was fetched, as clients read it. */
  @Column('jsonb', { name: 'site_clip', nullable: true }) siteClip!: Record<string, unknown> | null;
  @Column('text', { name: 'source_url', nullable: true }) sourceUrl!: string | null;
  @Column('text', { name: 'library_path', nullable: true }) libraryPath!: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'saved_at' }) savedAt!: Date;
  @Column('timestamptz', { name: 'missing_since', nullable: true }) missingSince!: Date | null;
  /** `version` of the row that its manifest holds. */
  @Column('int', { name: 'manifest_version', default: 0 }) manifestVersion!: number;
  @VersionColumn({ default: 1 }) version!: number;
}
