import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A site's image (avatar, box art) that Vodkeep stores. `fetchedAt` null: not downloaded yet. */
@Entity('site_picture')
export class PictureEntity {
  @PrimaryColumn('text') id!: string;
  @Column('text') url!: string;
  @Column('text', { name: 'content_type', nullable: true }) contentType!: string | null;
  @Column('timestamptz', { name: 'fetched_at', nullable: true }) fetchedAt!: Date | null;
  @Column('timestamptz', { name: 'tried_at', nullable: true }) triedAt!: Date | null;
}
