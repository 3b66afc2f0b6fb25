import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one operator. Without a row no password is set. */
@Entity('operator')
export class OperatorEntity {
  /** Always 1: there is one operator. */
  @PrimaryColumn('smallint') id!: number;
  /** argon2id in PHC format. */
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  @Column('timestamptz', { name: 'changed_at' }) changedAt!: Date;
  /** Rises with each change of the password, and when guests are switched off. Links of an earlier epoch are invalid. */
  @Column('int', { name: 'link_epoch', default: 0 }) linkEpoch!: number;
  /** Whether guests were let in when this was last compared with the setting. */
  @Column('boolean', { name: 'link_guests', default: false }) linkGuests!: boolean;
}
