import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('keyvalue')
export class KeyValueEntity {
  @PrimaryColumn('text') key!: string;
  @Column('text') value!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  /** From this time the row counts as deleted. */
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt!: Date | null;
  /** From a sequence of the table: each change gets a new number, also if the key was deleted in between. */
  @Column('int', { default: () => `nextval('keyvalue_version_seq'::regclass)` }) version!: number;
}
