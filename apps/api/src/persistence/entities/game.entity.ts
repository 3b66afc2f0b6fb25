import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A category that a site reported. The site assigns the id, so only `kind` and `id` together identify one. */
@Entity('game')
export class GameEntity {
  @PrimaryColumn('text') kind!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text') name!: string;
  /** Contains `{width}` and `{height}`; empty: there is none. */
  @Column('text', { name: 'box_art_url', default: '' }) boxArtUrl!: string;
  /** When it was first seen. */
  @Column('timestamptz', { name: 'added_at' }) addedAt!: Date;
  /** The site no longer knows it. */
  @Column('boolean', { default: false }) deleted!: boolean;
}

/** v0 stores favourites by id only. */
@Entity('favourite_game')
export class FavouriteGameEntity {
  @PrimaryColumn('text') id!: string;
  @Column('timestamptz', { name: 'added_at', default: () => 'now()' }) addedAt!: Date;
}
