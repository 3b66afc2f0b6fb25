import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A category that a site reported. Ids are those of the site, so only `kind` and `id` together name one. */
@Entity('game')
export class GameEntity {
  @PrimaryColumn('text') kind!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') name!: string;
  /** With `{width}` and `{height}`; empty: it has none. */
  @Column('text', { name: 'box_art_url', default: '' }) boxArtUrl!: string;
  /** When it was seen first. */
  @Column('timestamptz', { name: 'added_at' }) addedAt!: Date;
  /** Its site does not know it any more. */
  @Column('boolean', { default: false }) deleted!: boolean;
}

/** v0 keeps favourites by id alone. */
@Entity('favourite_game')
export class FavouriteGameEntity {
  @PrimaryColumn('text') id!: string;
  @Column('timestamptz', { name: 'added_at', default: () => 'now()' }) addedAt!: Date;
}
