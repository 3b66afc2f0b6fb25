import { type ShowChange } from '#libs/domain';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

/**
 * The channel's title and category from `at` on (the site's clock, ms since the Unix epoch). The operator's chapters
 * hide those of the site.
 */
@Entity('vod_chapter')
export class ChapterEntity implements ShowChange {
  @PrimaryColumn('uuid', { name: 'vod_uuid' }) vodUuid!: string;
  @PrimaryColumn('bigint', { transformer: bigintColumn }) at!: number;
  /** Who set it. Manifests contain the name of this field. */
  @PrimaryColumn('text', { name: 'told_by', default: 'site' }) toldBy!: 'site' | 'operator';
  @Column('boolean', { default: false }) hidden!: boolean;
  @Column('text') title!: string;
  @Column('jsonb', { nullable: true }) category!: ShowChange['category'];
  @Column('boolean', { name: 'is_mature' }) isMature!: boolean;
}

@Entity('vod_viewers')
export class ViewersEntity {
  @PrimaryColumn('uuid', { name: 'vod_uuid' }) vodUuid!: string;
  @PrimaryColumn('bigint', { transformer: bigintColumn }) at!: number;
  @Column('int') amount!: number;
}
