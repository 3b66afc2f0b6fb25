import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sealed text by name; never a plain text. */
@Entity('setting_secret')
export class SecretEntity {
  @PrimaryColumn('text') name!: string;
  @Column('text') envelope!: string;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}
