import { type LinkMaker } from '#libs/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A link for a player without a login. The signature is not stored: it is made from this row and the keyring. */
@Entity('player_link')
export class PlayerLinkEntity {
  /** Hexadecimal, random. */
  @PrimaryColumn('text') id!: string;
  @Column('uuid', { name: 'vod_uuid' }) vodUuid!: string;
  /** Epoch of all links at that time; a later epoch ends the link. */
  @Column('text') epoch!: string;
  @Column('text', { name: 'made_by' }) madeBy!: LinkMaker;
  @Column('text') address!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Index('player_link_by_expiry')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt!: Date | null;
}
