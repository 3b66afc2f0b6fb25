import { type VideoMetadata } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

/** A video file beside the recordings of a channel that belongs to no VOD; the row goes with the file. */
@Entity('local_video')
export class LocalVideoEntity {
  @PrimaryColumn('uuid') uuid!: string;
  @Column('uuid', { name: 'channel_uuid' }) channelUuid!: string;
  /** In the library folder (file driver), or the object's key (S3). */
  @Column('text') path!: string;
  @Column('text') basename!: string;
  @Column('bigint', { name: 'size_bytes', transformer: bigintColumn }) sizeBytes!: number;
  @Column('timestamptz', { name: 'modified_at' }) modifiedAt!: Date;
  @Column('timestamptz', { name: 'found_at' }) foundAt!: Date;
  @Column('jsonb', { nullable: true }) metadata!: VideoMetadata | null;
  @Column('text', { name: 'thumb_key', nullable: true }) thumbKey!: string | null;
  /** The look at it that is asked for; null: it is known, or can't be read. */
  @Column('text', { name: 'probe_attempt', nullable: true }) probeAttempt!: string | null;
  /** Why it can't be read as media. */
  @Column('jsonb', { nullable: true }) fault!: Message | null;
}
