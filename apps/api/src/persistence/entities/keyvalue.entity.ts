import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('keyvalue')
export class KeyValueEntity {
  @PrimaryColumn('text') key!: string;
  @Column('text') value!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  /** From then on it counts as gone. */
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt!: Date | null;
  /** Of a sequence of the table: another one after each change, also where the key was gone in between. */
  @Column('int', { default: () => `nextval('keyvalue_version_seq'::regclass)` }) version!: number;
}
