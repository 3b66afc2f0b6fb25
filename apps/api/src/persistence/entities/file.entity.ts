import { type MadeSubtitles, type VideoMetadata } from '#libs/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

/** A WebVTT file beside a container file. `libraryPath`: its path in the library; null if there is none (S3). */
export interface SubtitlesFile extends MadeSubtitles {
  readonly libraryPath: string | null;
}

/** The name of subtitles follows that of their container file. */
export const subtitlesName = (basename: string, { ending }: Pick<SubtitlesFile, 'ending'>): string =>
  `${basename.replace(/\.[^.]*$/, '')}${ending}`;

/** A finished, verified container file; v0 calls it a `segment`. */
@Entity('file')
export class FileEntity {
  @PrimaryColumn('text') id!: string;
  @Column('uuid', { name: 'vod_uuid' }) vodUuid!: string;
  @Column('text', { name: 'file_id' }) fileId!: string;
  @Column('text') attempt!: string;
  @Column('text') key!: string;
  /** `segment`: the recording itself (v0's name); `downloaded`: the site's own copy of it. */
  @Column('text', { default: 'segment' }) role!: 'segment' | 'downloaded';
  @Column('text') basename!: string;
  @Column('bigint', { name: 'size_bytes', transformer: bigintColumn }) sizeBytes!: number;
  @Column('bigint', { name: 'start_ms', transformer: bigintColumn }) startMs!: number;
  @Column('bigint', { name: 'end_ms', transformer: bigintColumn }) endMs!: number;
  @Column('double precision', { name: 'video_ms' }) videoMs!: number;
  @Column('jsonb') metadata!: VideoMetadata;
  @Column('text', { name: 'thumb_key', nullable: true }) thumbKey!: string | null;
  @Column('text', { name: 'keyframes_key', nullable: true }) keyframesKey!: string | null;
  @Column('jsonb', { default: () => `'[]'` }) subtitles!: SubtitlesFile[];
  /** Path of the file in the library that media servers read; null on S3. */
  @Column('text', { name: 'library_path', nullable: true }) libraryPath!: string | null;
  @Column('boolean', { default: false }) deleted!: boolean;
  /** False: the operator removed it from the list; the file remains. */
  @Column('boolean', { default: true }) listed!: boolean;
  /** Since when the file is missing on storage although Vodkeep did not delete it; null: it is there. */
  @Column('timestamptz', { name: 'missing_since', nullable: true }) missingSince!: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  /** CRC-32 of its bytes, as they were stored; null for files of earlier versions. */
  @Column('text', { nullable: true }) crc32!: string | null;
  /** When its bytes were last compared with size and checksum; null: never. */
  @Column('timestamptz', { name: 'verified_at', nullable: true }) verifiedAt!: Date | null;
}
