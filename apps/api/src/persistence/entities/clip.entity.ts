import { type VideoMetadata } from '#libs/contracts';
import { Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

/** A saved clip. */
@Entity('clip')
export class ClipEntity {
  @PrimaryColumn('uuid') uuid!: string;
  /** Null: Vodkeep does not follow the channel. */
  @Column('uuid', { name: 'channel_uuid', nullable: true }) channelUuid!: string | null;
  /** The channel's login at its site. */
  @Column('text', { name: 'channel_name' }) channelName!: string;
  @Column('text', { name: 'provider_kind' }) providerKind!: string;
  /** The clip's id at its site. */
  @Column('text', { name: 'site_id' }) siteId!: string;
  /** Path below `saved_clips/`, separated by `/`. */
  @Column('text') folder!: string;
  @Column('text') basename!: string;
  @Column('text') title!: string;
  @Column('text') key!: string;
  @Column('bigint', { name: 'size_bytes', transformer: bigintColumn }) sizeBytes!: number;
  /** As the site reports it, until the file is measured. */
  @Column('bigint', { name: 'duration_ms', transformer: bigintColumn }) durationMs!: number;
  /** Null: not measured yet. */
  @Column('jsonb', { nullable: true }) metadata!: VideoMetadata | null;
  @Column('text', { name: 'thumb_key', nullable: true }) thumbKey!: string | null;
  /** Attempt of the pending probe; null: none is pending. */
  @Column('text', { name: 'probe_attempt', nullable: true }) probeAttempt!: string | null;
  /** The site's data about the clip when it was downloaded, in the form that clients read. */
  @Column('jsonb', { name: 'site_clip', nullable: true }) siteClip!: Record<string, unknown> | null;
  @Column('text', { name: 'source_url', nullable: true }) sourceUrl!: string | null;
  @Column('text', { name: 'library_path', nullable: true }) libraryPath!: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'saved_at' }) savedAt!: Date;
  @Column('timestamptz', { name: 'missing_since', nullable: true }) missingSince!: Date | null;
  /** `version` of the row in its manifest. */
  @Column('int', { name: 'manifest_version', default: 0 }) manifestVersion!: number;
  @VersionColumn({ default: 1 }) version!: number;
}
