import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from './columns.js';

/** Bytes of a VOD on storage by kind, from its latest listing. */
@Entity('vod_space')
export class VodSpaceEntity {
  @PrimaryColumn('uuid', { name: 'vod_uuid' }) vodUuid!: string;
  @Column('bigint', { transformer: bigintColumn }) segments!: number;
  @Column('bigint', { transformer: bigintColumn }) files!: number;
  @Column('bigint', { transformer: bigintColumn }) chat!: number;
  @Column('bigint', { transformer: bigintColumn }) other!: number;
  @Column('timestamptz', { name: 'listed_at' }) listedAt!: Date;
}
