import { type VideoMetadata } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

/** A video file next to a channel's recordings that belongs to no VOD. The row is deleted with the file. */
@Entity('local_video')
export class LocalVideoEntity {
  @PrimaryColumn('uuid') uuid!: string;
  @Column('uuid', { name: 'channel_uuid' }) channelUuid!: string;
  /** Path in the library folder (file driver), or key of the object (S3). */
  @Column('text') path!: string;
  @Column('text') basename!: string;
  @Column('bigint', { name: 'size_bytes', transformer: bigintColumn }) sizeBytes!: number;
  @Column('timestamptz', { name: 'modified_at' }) modifiedAt!: Date;
  @Column('timestamptz', { name: 'found_at' }) foundAt!: Date;
  @Column('jsonb', { nullable: true }) metadata!: VideoMetadata | null;
  @Column('text', { name: 'thumb_key', nullable: true }) thumbKey!: string | null;
  /** Attempt of the pending probe; null: the file is measured, or cannot be read. */
  @Column('text', { name: 'probe_attempt', nullable: true }) probeAttempt!: string | null;
  /** Why the file cannot be read as media. */
  @Column('jsonb', { nullable: true }) fault!: Message | null;
}
