import { type TimelineGap, type VideoMetadata, type VodState } from '#libs/contracts';
import { type SiteClock } from '#libs/domain';
import { type Message } from '#libs/messages';
import { Column, Entity, PrimaryColumn, VersionColumn } from 'typeorm';
import { type ChatFile, type VodChat } from './vod-chat.js';
import { type VodDownload } from './vod-download.js';
import { type SideFile } from './side-file.js';
import { type SiteVod } from './site-vod.js';
import { bigintColumn } from './columns.js';

/**
 * A moment that the operator marked. `at`: on the site's clock, ms since the Unix epoch, so that it stays correct if
 * media is added before it. `offsetMs`: position in the file, if the moment was given that way or there is no clock.
 */
export interface Bookmark {
  readonly id: string;
  readonly name: string;
  readonly at: number | null;
  readonly offsetMs: number | null;
  readonly createdAt: number;
}

@Entity('vod')
export class VodEntity {
  @PrimaryColumn('uuid') uuid!: string;
  @Column('uuid', { name: 'channel_uuid' }) channelUuid!: string;
  @Column('text', { name: 'provider_kind' }) providerKind!: string;
  /**
   * The provider's id of the broadcast, with a suffix if the broadcast has several VODs (stream-id.ts). Unique per
   * channel.
   */
  @Column('text', { name: 'stream_id' }) streamId!: string;
  @Column('text', { unique: true }) basename!: string;
  @Column('text', { name: 'channel_name' }) channelName!: string;
  @Column('text', { name: 'channel_display' }) channelDisplay!: string;
  @Column('text', { default: '' }) title!: string;
  /** Derived by `deriveVodState` in libs/domain; never set it directly. */
  @Column('text') state!: VodState;
  @Column('jsonb', { name: 'state_reason', nullable: true }) stateReason!: Message | null;
  /** An assignment exists in the key-value store: a recorder must record this VOD. */
  @Column('boolean') assigned!: boolean;
  @Column('timestamptz', { name: 'assigned_at' }) assignedAt!: Date;
  @Column('timestamptz', { name: 'started_at' }) startedAt!: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'capture_started', nullable: true }) captureStarted!: Date | null;
  @Column('timestamptz', { name: 'conversion_started', nullable: true }) conversionStarted!: Date | null;
  @Column('bigint', { name: 'media_ms', default: 0, transformer: bigintColumn }) mediaMs!: number;
  @Column('bigint', { name: 'missing_ms', default: 0, transformer: bigintColumn }) missingMs!: number;
  /** Bytes of its segments, including segments that were given up but are not deleted yet. */
  @Column('bigint', { default: 0, transformer: bigintColumn }) bytes!: number;
  /**
   * Bytes of its files, including files that no row names but that still exist; maintained by triggers
   * (persistence/schema/functions.sql.ts).
   */
  @Column({ type: 'bigint', name: 'file_bytes', default: 0, insert: false, update: false, transformer: bigintColumn })
  fileBytes?: number;
  /** Downloaded bytes of the site's copy, until it becomes a file or is deleted. */
  @Column({ type: 'bigint', name: 'copy_bytes', default: 0, insert: false, update: false, transformer: bigintColumn })
  copyBytes?: number;
  /** Bytes of its many small objects, from the latest listing; edits of the row do not change it. */
  @Column({ type: 'bigint', name: 'rest_bytes', default: 0, insert: false, update: false, transformer: bigintColumn })
  restBytes?: number;
  @Column('jsonb', { default: () => `'[]'` }) gaps!: TimelineGap[];
  /** Known mapping of its media to the site's clock; null before its first segment is stored. */
  @Column('jsonb', { nullable: true }) clock!: SiteClock | null;
  /** Why a recorder could not record it; null once something was written. */
  @Column('jsonb', { nullable: true }) refusal!: Message | null;
  @Column('text', { name: 'convert_attempt', nullable: true }) convertAttempt!: string | null;
  @Column('text', { name: 'convert_state', nullable: true }) convertState!:
    | 'queued'
    | 'running'
    | 'done'
    | 'failed'
    | null;
  @Column('jsonb', { name: 'convert_reason', nullable: true }) convertReason!: Message | null;
  @Column('boolean', { name: 'segments_gone', default: false }) segmentsGone!: boolean;
  @Column('int', { name: 'manifest_revision', default: 0 }) manifestRevision!: number;
  /** `version` of the row in the newest manifest. If it is lower than `version`, a manifest is due. */
  @Column('int', { name: 'manifest_version', default: 0 }) manifestVersion!: number;
  @Column('timestamptz', { name: 'manifest_at', nullable: true }) manifestAt!: Date | null;
  @Column('jsonb', { nullable: true }) metadata!: VideoMetadata | null;
  @Column('jsonb', { default: () => `'{}'` }) facts!: Record<string, unknown>;
  @Column('jsonb', { nullable: true }) chat!: VodChat | null;
  @Column('boolean', { name: 'prevent_deletion', default: false }) preventDeletion!: boolean;
  @Column('text', { nullable: true }) comment!: string | null;
  /** `download`: made from a site's past video, not recorded live. */
  @Column('text', { default: 'capture' }) origin!: 'capture' | 'download';
  /** Null: it was recorded live. */
  @Column('jsonb', { nullable: true }) download!: VodDownload | null;
  /** Folders below the channel's folder, separated by `/`; empty: none. */
  @Column('text', { default: '' }) folder!: string;
  /** yyyyMM. Like the three numbers, null until it is known to be a real recording. */
  @Column('text', { nullable: true }) season!: string | null;
  @Column('int', { name: 'stream_number', nullable: true }) streamNumber!: number | null;
  @Column('int', { name: 'absolute_season', nullable: true }) absoluteSeason!: number | null;
  @Column('int', { name: 'absolute_number', nullable: true }) absoluteNumber!: number | null;
  @Column('jsonb', { default: () => `'[]'` }) bookmarks!: Bookmark[];
  @Column('boolean', { name: 'cloud_storage', default: false }) cloudStorage!: boolean;
  /** When it was archived: it is not in the channel's list, and clean-up spares it. */
  @Column('timestamptz', { name: 'archived_at', nullable: true }) archivedAt!: Date | null;
  /** The site's video of the same broadcast; null: never requested. */
  @Column('jsonb', { name: 'site_vod', nullable: true }) siteVod!: SiteVod | null;
  /** The chat that was downloaded from the site afterwards. */
  @Column('jsonb', { name: 'downloaded_chat', nullable: true }) downloadedChat!: ChatFile | null;
  /** Files beside its videos that are neither video nor chat: for media servers, and the contact sheet. */
  @Column('jsonb', { name: 'side_files', default: () => `'[]'` }) sideFiles!: SideFile[];
  @Column('jsonb', { name: 'export_data', default: () => `'{}'` }) exportData!: Record<string, unknown>;
  /** Counts the operator's edits, so that an edit of an older state is detected. */
  @Column('int', { name: 'edit_version', default: 0 }) editVersion!: number;
  @VersionColumn({ default: 1 }) version!: number;
}
